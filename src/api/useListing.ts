import { useMemo } from 'react';
import type { Failure } from '../domain/failures/failure';
import type { FileEntry } from '../domain/listing/fileListing';
import { isWhole, listedEntries, type FileListing } from '../domain/listing/listing';
import { useListFilesQuery, useListRestMutation } from './files';

/** The files below a path, as a screen sees them come. */
interface ListingView {
  /** As far as it has come; undefined before the first page. */
  readonly listing: FileListing | undefined;
  /** Every file, once the last page has come: what is counted or held against something else needs all of them. */
  readonly entries: readonly FileEntry[] | undefined;
  readonly isComplete: boolean;
  readonly loadedCount: number;
  /** A page is on its way, and there is no whole list to be shown instead. */
  readonly isComing: boolean;
  /** Why there is nothing, or why the rest does not come. */
  readonly error: Failure | { readonly message?: string } | undefined;
  /** Asks again, from where it stands on. */
  readonly retry: () => void;
}

/**
 * Lists the files below a path; whoever else looks at the same path shares the list.
 *
 * @param isAskedAnew asks once more when it is opened, though there is a list already
 */
export function useListing(path: string, isAskedAnew = false): ListingView {
  const { currentData, error, isFetching, refetch } = useListFilesQuery(path, {
    refetchOnMountOrArgChange: isAskedAnew,
  });
  const [listRest] = useListRestMutation();
  return useMemo(() => {
    const isComplete = currentData !== undefined && isWhole(currentData);
    const failure = currentData === undefined ? error : currentData.failure;
    return {
      listing: currentData,
      entries: isComplete ? listedEntries(currentData) : undefined,
      isComplete,
      loadedCount: currentData?.count ?? 0,
      isComing: !isComplete && (currentData === undefined ? isFetching : failure === undefined),
      error: failure,
      retry: () => void (currentData?.failure === undefined ? refetch() : listRest(path)),
    };
  }, [currentData, error, isFetching, refetch, listRest, path]);
}
