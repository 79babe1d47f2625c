import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { mayReplace, NOTHING_LISTED, type FileListing } from '../domain/listing/listing';
import { api, readThunkExtra } from './api';
import { walkPages, type Walk } from './walkPages';

/*
 * The listings. A page is put into the cache as it comes, as pieces beside those that are there: nothing is copied, and
 * nothing compared. The query stays on its way until the last page, so that what was changed in the meantime is asked
 * anew afterwards, as RTK Query does it.
 */
const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every object below `sponsor/project[/dataset[/…]]`. A list that was whole stays until the new one is. */
    listFiles: build.query<FileListing, string>({
      queryFn: async (path, queryApi) => {
        const { listing, failure } = await walk(path, NOTHING_LISTED, queryApi);
        return failure === undefined ? { data: listing } : { error: failure };
      },
      structuralSharing: false,
      providesTags: ['Files'],
    }),
    /** Goes on with a listing whose next page did not come. */
    listRest: build.mutation<null, string>({
      queryFn: async (path, queryApi) => {
        const { failure: told, ...standing } = standingAt(path, queryApi) ?? NOTHING_LISTED;
        if (told === undefined) return { data: null };
        show(path, standing, queryApi);
        const { listing, failure } = await walk(path, standing, queryApi);
        if (failure !== undefined) return { error: failure };
        show(path, listing, queryApi);
        return { data: null };
      },
    }),
  }),
});

export const { useListFilesQuery, useListRestMutation } = filesApi;

/** Shows the listing as it grows, and why it has stopped growing. */
async function walk(path: string, start: FileListing, queryApi: BaseQueryApi): Promise<Walk> {
  const { extra, signal } = queryApi;
  const ended = await walkPages(path, start, readThunkExtra(extra), signal, (growing) => show(path, growing, queryApi));
  const { listing, failure } = ended;
  if (failure !== undefined && listing.count > 0) show(path, { ...listing, failure }, queryApi);
  return ended;
}

function show(path: string, listing: FileListing, queryApi: BaseQueryApi): void {
  if (queryApi.signal.aborted || !mayReplace(listing, standingAt(path, queryApi))) return;
  queryApi.dispatch(filesApi.util.upsertQueryEntries([{ endpointName: 'listFiles', arg: path, value: listing }]));
}

function standingAt(path: string, { getState }: BaseQueryApi): FileListing | undefined {
  // RTK Query passes the state on without its type.
  const state = getState() as Parameters<ReturnType<typeof filesApi.endpoints.listFiles.select>>[0];
  return filesApi.endpoints.listFiles.select(path)(state).data;
}
