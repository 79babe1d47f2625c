import type { Failure } from '../failures/failure';
import type { FileEntry } from './fileListing';

/** The files below a path, as far as the server has told of them: page by page, in its order. */
export interface FileListing {
  /** In pieces, so that a further page copies nothing of what is there. */
  readonly pieces: readonly (readonly FileEntry[])[];
  /** Entries in all pieces. */
  readonly count: number;
  /** Where the rest begins, in the server's words; absent once all is there. */
  readonly cursor?: string;
  /** Why the rest does not come. */
  readonly failure?: Failure;
}

/** Nothing has come yet. */
export const NOTHING_LISTED: FileListing = { pieces: [], count: 0 };

/** The listing with a further page of the server's. Without a cursor it is the last one. */
export function withPage(listing: FileListing, pieces: FileListing['pieces'], cursor: string | undefined): FileListing {
  return {
    pieces: [...listing.pieces, ...pieces],
    count: pieces.reduce((sum, piece) => sum + piece.length, listing.count),
    ...(cursor !== undefined && { cursor }),
  };
}

/** Whether every file is in it. */
export function isWhole({ cursor }: FileListing): boolean {
  return cursor === undefined;
}

/** Whether a list that is still growing may take the place of what stands there: a whole one keeps it until the end. */
export function mayReplace(growing: FileListing, standing: FileListing | undefined): boolean {
  return standing === undefined || (!isWhole(standing) && growing.count >= standing.count);
}

const flat = new WeakMap<FileListing['pieces'], readonly FileEntry[]>();

/** All entries as one list, the same for as long as the listing is the same. */
export function listedEntries(listing: FileListing): readonly FileEntry[] {
  const entries = flat.get(listing.pieces) ?? listing.pieces.flat();
  flat.set(listing.pieces, entries);
  return entries;
}
