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
): Promise<Result<FileListing, RequestFailure | { readonly message?: string } | undefined>> {
  const request = dispatch(filesApi.endpoints.listFiles.initiate(path, { forceRefetch: true }));
  const { data, error, isSuccess } = await request;
  request.unsubscribe();
  return isSuccess && isListingComplete(data) ? ok(data) : err(error ?? data?.failure);
}
