import * as v from 'valibot';
import { belongsTo, type SessionOwner } from '../session/session';
import { DateTime, Text } from '../storedValues';

/** An archive that was passed to the browser. Whether the browser stored it is unknown. */
export const SavedArchive = v.object({
  /** The id of its download. */
  id: Text,
  title: v.string(),
  zipFileName: Text,
  downloadId: v.exactOptional(Text),
  /** Bytes, as last reported by the server. */
  totalSize: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  /** The URL it was saved from. */
  url: Text,
  /** When it was last passed to the browser, in milliseconds since 1970. */
  savedAt: DateTime,
  sponsorId: Text,
  userId: Text,
});

export type SavedArchive = Readonly<v.InferOutput<typeof SavedArchive>>;

/** A saved archive as the browser stores it: without its URL, which is a secret and expires. */
const Kept = v.object({ ...v.omit(SavedArchive, ['url']).entries, title: Text, downloadId: Text });

export type KeptArchive = Readonly<v.InferOutput<typeof Kept>>;

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

/** Parses stored records. Skips the records of other users. */
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
