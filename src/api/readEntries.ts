import * as v from 'valibot';
import type { Failure } from '../domain/failures/failure';
import type { FileEntry } from '../domain/listing/fileListing';
import type { FileListing } from '../domain/listing/listing';
import type { InPieces } from '../lib/inPieces';
import { err, ok, type Result } from '../lib/result';
import { answer, count, text } from './answers';

/** Entries in a piece of a listing: as many as are read in a millisecond or so. */
const PIECE_ENTRIES = 1_000;

const members = { key: text, size: count, lastModified: v.exactOptional(v.string()) };
/** As nearly every entry is. */
const plainEntry = v.object(members);
/** As entries may be besides. It takes three times as long. */
const tolerantEntry: v.GenericSchema<unknown, FileEntry> = answer(members);

/**
 * Reads the entries of a page, which may be of any size. They come frozen: the store freezes what it is given, and would
 * do it in one go.
 *
 * @returns the failure names the member that is missing, as `files.3.size`
 */
export function* readEntries(
  files: readonly unknown[],
  endpoint: string,
): InPieces<Result<FileListing['pieces'], Failure>> {
  const pieces: (readonly FileEntry[])[] = [];
  let piece: FileEntry[] = [];
  for (const [index, file] of files.entries()) {
    const plain = v.safeParse(plainEntry, file);
    const read = plain.success ? plain : v.safeParse(tolerantEntry, file, { abortEarly: true });
    if (!read.success) {
      const field = v.getDotPath(read.issues[0]);
      return err({
        kind: 'bad-answer',
        endpoint,
        field: ['files', index, ...(field === null ? [] : [field])].join('.'),
      });
    }
    piece.push(Object.freeze(read.output));
    if (piece.length < PIECE_ENTRIES) continue;
    pieces.push(Object.freeze(piece));
    piece = [];
    yield;
  }
  if (piece.length > 0) pieces.push(Object.freeze(piece));
  return ok(pieces);
}
