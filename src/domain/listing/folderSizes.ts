import type { InPieces } from '../../lib/inPieces';
import { isFolderMarker } from './fileListing';
import { isWhole, type FileListing } from './listing';

/** Bytes of all files below each folder that stands directly in another one, by the folders' titles. */
export type FolderSizes = ReadonlyMap<string, number>;

/**
 * Adds up what is below the folders of a path (without a slash at the end). Nothing where the listing is not whole: a
 * part of a sum is no sum.
 */
export function* addUpFolders(listing: FileListing | undefined, path: string): InPieces<{ sizes?: FolderSizes }> {
  if (listing === undefined || !isWhole(listing)) return {};
  const start = path.length + 1;
  const sizes = new Map<string, number>();
  for (const piece of listing.pieces) {
    for (const entry of piece) {
      const slash = entry.key.indexOf('/', start);
      if (slash < 0 || !entry.key.startsWith(`${path}/`) || isFolderMarker(entry)) continue;
      const title = entry.key.slice(start, slash);
      sizes.set(title, (sizes.get(title) ?? 0) + entry.size);
    }
    yield;
  }
  return { sizes };
}
