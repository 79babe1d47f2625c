import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { isListingComplete, type FileListing } from '@data-manager/domain/listing/fileListing';
import { err, ok, type Result } from '@data-manager/lib/result';
import { filesApi } from './files';

/** The part of a store that lists files. */
export type ListingDispatch = ThunkDispatch<never, unknown, UnknownAction>;

/**
 * Lists the files below a path again, and resolves once all pages are loaded. Components that show the path receive the
 * listing, too.
 */
export async function refetchListing(
  dispatch: ListingDispatch,
  path: string,
): Promise<Result<FileListing, RequestFailure>> {
  const request = dispatch(filesApi.endpoints.listFiles.initiate(path, { forceRefetch: true }));
  const { data, error, isSuccess } = await request;
  request.unsubscribe();
  if (isSuccess && isListingComplete(data)) return ok(data);
  const failure = error ?? data?.failure;
  if (failure !== undefined && 'kind' in failure) return err(failure);
  throw new Error(failure?.message ?? 'The files could not be listed.');
}
