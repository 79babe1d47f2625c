import { useDeferredValue, useMemo } from 'react';
import { filesBelow, type FileListing } from '@data-manager/domain/listing/fileListing';
import { withoutForeign } from '@data-manager/domain/listing/ownImages';
import type { NamedDataset } from '@data-manager/domain/names/datasetNames';

/**
 * Returns all files below a path in natural order, or undefined until the listing is complete.
 *
 * @param dataset given to leave out the images of other datasets
 */
export function useFilesInside(listing: FileListing | undefined, path: string, dataset?: NamedDataset) {
  const latest = useDeferredListing(listing, path);
  const files = useMemo(() => latest && filesBelow(latest, path), [latest, path]);
  return useMemo(() => files && withoutForeign(files, dataset), [files, dataset]);
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
