import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import type { RequestFailure } from '../domain/failures/failure';
import { isListingComplete, type FileListing } from '../domain/listing/fileListing';
import { err, ok, type Result } from '../lib/result';
import { filesApi } from './files';

/**
 * Returns a function that lists the files below a path again and resolves once all pages are loaded. Components that show
 * the path receive the listing, too.
 */
export function useRefetchListing(
  path: string,
): () => Promise<Result<FileListing, RequestFailure | { readonly message?: string } | undefined>> {
  const dispatch = useDispatch<ThunkDispatch<never, unknown, UnknownAction>>();
  return useCallback(async () => {
    const request = dispatch(filesApi.endpoints.listFiles.initiate(path, { forceRefetch: true }));
    const { data, error, isSuccess } = await request;
    request.unsubscribe();
    return isSuccess && isListingComplete(data) ? ok(data) : err(error ?? data?.failure);
  }, [dispatch, path]);
}
