import { useEffect, useEffectEvent } from 'react';
import { isListingComplete, type FileListing } from '@data-manager/domain/listing/fileListing';
import { findFolderLike } from '@data-manager/domain/listing/findFolder';
import { useListQuery } from './useListQuery';

/** Returns the folder of the URL. Corrects a URL that has it in another spelling once all files are known. */
export function useOpenFolder(listing: FileListing | undefined, rootPath: string): string {
  const { query, change } = useListQuery();
  const { folder } = query;
  const isComplete = listing !== undefined && isListingComplete(listing);
  const other = isComplete ? findFolderLike(listing, rootPath, folder) : undefined;
  const correct = useEffectEvent((known: string) => change({ folder: known }, { replace: true }));
  useEffect(() => {
    if (other !== undefined) correct(other);
  }, [other]);
  return other ?? folder;
}
