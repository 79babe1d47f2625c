import { useEffect, useMemo } from 'react';
import { isListingComplete, type FileListing } from '@data-manager/domain/listing/fileListing';
import { findFolderLike } from '@data-manager/domain/listing/findFolder';
import { useListQuery } from './useListQuery';

/** Returns the folder of the URL. Corrects a URL that has it in another spelling once all files are known. */
export function useOpenFolder(listing: FileListing | undefined, rootPath: string): string {
  const { query, change } = useListQuery();
  const { folder } = query;
  const other = useMemo(
    () => (listing !== undefined && isListingComplete(listing) ? findFolderLike(listing, rootPath, folder) : undefined),
    [listing, rootPath, folder],
  );
  useEffect(() => {
    if (other !== undefined) change({ folder: other }, { replace: true });
  }, [other, change]);
  return other ?? folder;
}
