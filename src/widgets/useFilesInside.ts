import { useDeferredValue, useMemo } from 'react';
import { filesBelow, type FileItem, type FileListing } from '@data-manager/domain/listing/fileListing';

/** Returns all files below a path in natural order, or undefined until the listing is complete. */
export function useFilesInside(listing: FileListing | undefined, path: string): readonly FileItem[] | undefined {
  const latest = useDeferredListing(listing, path);
  return useMemo(() => latest && filesBelow(latest, path), [latest, path]);
}

/**
 * Returns the listing of a path in a render that React can interrupt: what screens make of a hundred thousand files takes longer
 * than a frame, and an update of the store is rendered in one task.
 */
export function useDeferredListing(listing: FileListing | undefined, path: string): FileListing | undefined {
  const latest = useDeferredValue(listing);
  const latestPath = useDeferredValue(path);
  return latestPath === path ? latest : undefined;
}
