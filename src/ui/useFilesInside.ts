import { useCallback } from 'react';
import { isListingComplete, type FileItem, type FileListing } from '../domain/listing/fileListing';
import { viewFolder } from '../domain/listing/folderView';
import type { InPieces } from '../lib/inPieces';
import { useInSlices } from './useInSlices';

interface FoundInside {
  readonly path: string;
  readonly files: readonly FileItem[];
}

/**
 * Every file below a path with what its name says, in natural order, once all are listed and read; while they are asked
 * anew, those of before. Names are read slice by slice, and once for all who ask.
 */
export function useFilesInside(listing: FileListing | undefined, path: string): readonly FileItem[] | undefined {
  const begin = useCallback(() => findInside(listing, path), [listing, path]);
  const found = useInSlices(begin).result;
  return found?.path === path ? found.files : undefined;
}

function* findInside(listing: FileListing | undefined, path: string): InPieces<Partial<FoundInside>> {
  if (listing === undefined || !isListingComplete(listing)) return {};
  return { path, files: (yield* viewFolder(listing, path, [])).inside };
}
