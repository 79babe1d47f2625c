import { useCallback } from 'react';
import { isListingComplete, type FileItem, type FileListing } from '../domain/listing/fileListing';
import { viewFolder } from '../domain/listing/folderView';
import type { InPieces } from '../lib/inPieces';
import { useInSlices } from './useInSlices';

interface FilesInside {
  readonly path: string;
  readonly files: readonly FileItem[];
}

/**
 * Returns all files below a path in natural order, or undefined until the listing is complete. Keeps the previous files
 * while the listing is refetched. Names are parsed in slices between frames and shared between components.
 */
export function useFilesInside(listing: FileListing | undefined, path: string): readonly FileItem[] | undefined {
  const begin = useCallback(() => findInside(listing, path), [listing, path]);
  const found = useInSlices(begin).result;
  return found?.path === path ? found.files : undefined;
}

function* findInside(listing: FileListing | undefined, path: string): InPieces<Partial<FilesInside>> {
  if (listing === undefined || !isListingComplete(listing)) return {};
  return { path, files: (yield* viewFolder(listing, path, [])).inside };
}
