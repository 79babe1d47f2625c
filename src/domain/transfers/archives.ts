import * as v from 'valibot';
import type { SavedArchive } from '../downloads/download';
import { belongsTo, type SessionOwner } from '../session/session';

/** A saved archive as the browser stores it: without its URL, which is a secret and expires. */
export type KeptArchive = Omit<SavedArchive, 'url'>;

const Text = v.pipe(v.string(), v.minLength(1));
const Kept: v.GenericSchema<unknown, KeptArchive> = v.object({
  id: Text,
  title: Text,
  zipFileName: Text,
  downloadId: Text,
  totalSize: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  savedAt: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  sponsorId: v.string(),
  userId: v.string(),
});

/** Archives older than this are not listed: no server keeps them. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Returns what to store of an archive; undefined if its URL can't be renewed. */
export function toKeptArchive(archive: SavedArchive): KeptArchive | undefined {
  const parsed = v.safeParse(Kept, archive);
  return parsed.success ? parsed.output : undefined;
}

/** The stored archives of one user, and the keys of those to delete. */
export interface OwnArchives {
  /** Latest first. */
  readonly archives: readonly KeptArchive[];
  /** Keys of the records that are invalid or too old. */
  readonly outdated: readonly string[];
}

/** Parses stored records. Skips those of other users. */
export function ownArchives(records: ReadonlyMap<string, unknown>, owner: SessionOwner, now: number): OwnArchives {
  const archives: KeptArchive[] = [];
  const outdated: string[] = [];
  for (const [key, record] of records) {
    const parsed = v.safeParse(Kept, record);
    if (!parsed.success || parsed.output.savedAt < now - KEPT_MS) outdated.push(key);
    else if (belongsTo(parsed.output, owner)) archives.push(parsed.output);
  }
  archives.sort((left, right) => right.savedAt - left.savedAt);
  return { archives, outdated };
}
