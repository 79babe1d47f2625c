import { useCallback } from 'react';
import type { FileEntry } from '../domain/fileListing';
import { viewFolder } from '../domain/folderView';
import { isWhole, listedEntries, type FileListing } from '../domain/listing';
import type { InPieces } from '../lib/inPieces';
import { useInSlices } from '../ui/useInSlices';

/**
 * All files below a path once they are listed and their names are read, which is done slice by slice: whoever looks at
 * their names afterwards (`filesInside`) finds them read. While they are asked anew, those of before.
 */
export function useReadEntries(listing: FileListing | undefined, path: string): readonly FileEntry[] | undefined {
  const begin = useCallback(() => readEntries(listing, path), [listing, path]);
  return useInSlices(begin).result?.entries;
}

function* readEntries(
  listing: FileListing | undefined,
  path: string,
): InPieces<{ readonly entries?: readonly FileEntry[] }> {
  if (listing === undefined || !isWhole(listing)) return {};
  yield* viewFolder(listing, path, []);
  return { entries: listedEntries(listing) };
}
