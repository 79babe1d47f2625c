import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import * as v from 'valibot';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import {
  hasGrown,
  hasUnknownContent,
  isListingComplete,
  mayReplace,
  NOTHING_LISTED,
  withEntries,
  withPage,
  type FileEntry,
  type FileListing,
} from '@data-manager/domain/listing/fileListing';
import { IMAGE_CONTENTS } from '@data-manager/domain/pictures/check/imageContent';
import { isRecord } from '@data-manager/lib/isRecord';
import { err, ok, type Result } from '@data-manager/lib/result';
import { createPauses } from '../platform/pauses';
import { api } from './api';
import type { ApiRequest, ApiResponse } from './baseQuery';
import { useFeature } from './configuration';
import {
  nonEmptyString,
  nonNegativeNumber,
  parseResponse,
  responseObject,
  type ResponseSchema,
} from './responseSchemas';

const ENDPOINT = 'GET /manage/files';

export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Every object below `sponsor/project[/dataset[/…]]`.
     *
     * Problem: a listing has many pages, or one page of 100,000 entries, which a `responseSchema` would check in one task.
     * Idea: the `queryFn` adds each page to the cache as it arrives, and pauses while it checks the entries. The query stays
     * pending until the last page, so that RTK Query delays an invalidation until then. A complete listing stays in the cache
     * while it is fetched again, which infinite queries don't offer.
     * Cost: the failure of a page is a member of the listing, and `listRemainingFiles` is needed to continue.
     */
    listFiles: build.query<FileListing, string>({
      queryFn: async (path, queryApi, _options, query) => {
        const before = selectListing(path, queryApi) ?? NOTHING_LISTED;
        const { listing, error, meta } = await fetchPages(path, NOTHING_LISTED, queryApi, query);
        if (error !== undefined) return { error, ...(meta && { meta }) };
        // Another user may have renamed the dataset or the project.
        if (listing.count === 0 && before.count > 0)
          queryApi.dispatch(api.util.invalidateTags(['Projects', 'Datasets']));
        return { data: listing };
      },
      // Comparing every entry with its predecessor takes too long for 100,000 files.
      structuralSharing: false,
      extraOptions: { keepsRefusal: true },
      providesTags: ['Files'],
    }),
    /** Continues a listing after the page that failed. */
    listRemainingFiles: build.mutation<null, string>({
      queryFn: async (path, queryApi, _options, query) => {
        const { failure, ...start } = selectListing(path, queryApi) ?? NOTHING_LISTED;
        if (failure === undefined) return { data: null };
        cacheListing(path, start, queryApi);
        const { listing, error } = await fetchPages(path, start, queryApi, query);
        if (error !== undefined) return { error };
        cacheListing(path, listing, queryApi);
        return { data: null };
      },
    }),
  }),
});

type Query = (request: ApiRequest) => Promise<ApiResponse>;

interface FetchedPages extends Pick<ApiResponse, 'error' | 'meta'> {
  /** Complete, or up to the page that failed. */
  readonly listing: FileListing;
}

/** Fetches the pages after `start`, until there is no further cursor, and caches the listing while it grows. */
async function fetchPages(
  path: string,
  start: FileListing,
  queryApi: BaseQueryApi,
  query: Query,
): Promise<FetchedPages> {
  const pause = createPauses();
  const seenCursors = new Set<string>();
  let listing = start;
  let shown = start;
  const fail = ({ error, meta }: Pick<ApiResponse, 'error' | 'meta'>): FetchedPages => {
    if (error !== undefined && listing.count > 0) cacheListing(path, { ...listing, failure: error }, queryApi);
    return { listing, error, ...(meta && { meta }) };
  };
  for (;;) {
    const params: [string, string][] = [['path', path]];
    if (listing.cursor !== undefined) params.push(['cursor', listing.cursor]);
    const response = await query({ endpoint: ENDPOINT, params });
    if (response.error !== undefined) return fail(response);
    const page = parseResponse(ENDPOINT, pageSchema, response.data);
    if (!page.ok) return fail({ error: page.failure });
    // An empty cursor counts as none.
    const cursor = page.value.cursor || undefined;
    // A repeated cursor would lead to an endless loop.
    if (cursor !== undefined && seenCursors.has(cursor)) {
      return fail({ error: { kind: 'bad-answer', endpoint: ENDPOINT, field: 'cursor' } });
    }
    const grown = await addEntries(listing, page.value.files, pause, queryApi.signal);
    if (!grown.ok) return fail({ error: grown.failure });
    listing = withPage(grown.value, [], cursor);
    // Sorting and rendering a long list take a task each.
    await pause();
    if (cursor === undefined) return { listing };
    seenCursors.add(cursor);
    if (!hasGrown(listing, shown)) continue;
    cacheListing(path, listing, queryApi);
    shown = listing;
  }
}

function cacheListing(path: string, listing: FileListing, queryApi: BaseQueryApi): void {
  if (queryApi.signal.aborted || !mayReplace(listing, selectListing(path, queryApi))) return;
  queryApi.dispatch(filesApi.util.upsertQueryEntries([{ endpointName: 'listFiles', arg: path, value: listing }]));
}

function selectListing(path: string, { getState }: BaseQueryApi): FileListing | undefined {
  // RTK Query leaves the state untyped.
  const state = getState() as Parameters<ReturnType<typeof filesApi.endpoints.listFiles.select>>[0];
  return filesApi.endpoints.listFiles.select(path)(state).data;
}

/** A page without its entries, which `addEntries` checks. */
const pageSchema = v.pipe(
  v.unknown(),
  v.transform((body) => (Array.isArray(body) ? { files: body } : body)),
  responseObject({
    files: v.custom<readonly unknown[]>((files) => Array.isArray(files)),
    cursor: v.exactOptional(v.string()),
  }),
);

/** Entries in a piece of a listing: parsed in about a millisecond. */
const ENTRIES_PER_PIECE = 1_000;

/** Adds the entries of a page, which may be a hundred thousand, and lets the page draw in between. */
async function addEntries(
  listing: FileListing,
  files: readonly unknown[],
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<Result<FileListing, RequestFailure>> {
  let grown = listing;
  for (let start = 0; start < files.length; start += ENTRIES_PER_PIECE) {
    const piece = parseEntries(files.slice(start, start + ENTRIES_PER_PIECE), start);
    if (!piece.ok) return piece;
    grown = withEntries(grown, piece.value);
    await pause();
    if (signal.aborted) return err({ kind: 'aborted' });
  }
  return ok(grown);
}

/**
 * Parses and freezes entries. Otherwise the store would freeze all of them in one go.
 *
 * @param first position of the first entry in its page
 */
function parseEntries(files: readonly unknown[], first: number): Result<readonly FileEntry[], RequestFailure> {
  const entries: FileEntry[] = [];
  for (const [index, file] of files.entries()) {
    const entry = parseEntry(file);
    if (!entry.ok) {
      const field = ['files', first + index, ...entry.failure].join('.');
      return err({ kind: 'bad-answer', endpoint: ENDPOINT, field });
    }
    entries.push(Object.freeze(entry.value));
  }
  return ok(Object.freeze(entries));
}

const entrySchema: ResponseSchema<FileEntry> = responseObject({
  key: nonEmptyString,
  size: nonNegativeNumber,
  lastModified: v.exactOptional(v.string()),
  modified: v.exactOptional(v.string()),
  etag: v.exactOptional(v.fallback(v.string(), '')),
  partSize: v.exactOptional(v.fallback(nonNegativeNumber, 0)),
  unreadable: v.exactOptional(v.fallback(v.picklist(['empty', 'truncated', 'not-tiff', 'damaged']), 'damaged')),
  content: v.exactOptional(v.fallback(v.picklist(IMAGE_CONTENTS), 'complete')),
});

/** Fails with the path of the first malformed member; empty if the entry is not an object. */
function parseEntry(file: unknown): Result<FileEntry, readonly string[]> {
  if (isPlainEntry(file)) return ok(file);
  const parsed = v.safeParse(entrySchema, file, { abortEarly: true });
  if (parsed.success) return ok(parsed.output);
  const field = v.getDotPath(parsed.issues[0]);
  return err(field === null ? [] : [field]);
}

/**
 * Returns true for an entry that `entrySchema` would copy without a change. Keeping it takes a tenth of the time. Returns
 * false for entries with rare, unknown or malformed members.
 */
function isPlainEntry(file: unknown): file is FileEntry {
  if (!isRecord(file)) return false;
  const { key, size, lastModified, modified, etag, partSize, content } = file;
  if (typeof key !== 'string' || key === '' || !isNonNegative(size)) return false;
  let members = 2;
  if (typeof lastModified === 'string') members += 1;
  if (typeof modified === 'string') members += 1;
  if (typeof etag === 'string') members += 1;
  if (isNonNegative(partSize)) members += 1;
  if (IMAGE_CONTENTS.some((one) => one === content)) members += 1;
  return Object.keys(file).length === members;
}

function isNonNegative(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

/** Pause between two fetches of a listing whose images the server has yet to look at. Longer for a long one. */
const CONTENT_POLL_MS = 15_000;
const CONTENT_POLL_MS_PER_FILE = 3;

const useListingState = filesApi.endpoints.listFiles.useQueryState;
const useListingSubscription = filesApi.endpoints.listFiles.useQuerySubscription;

/** Fetches a complete listing again from time to time, until the server has looked at all of its images. */
export function useAwaitedContents(path: string): void {
  const isOffered = useFeature('files.contents');
  const { awaited } = useListingState(path, {
    selectFromResult: ({ data }) => ({
      awaited: isOffered && data && isListingComplete(data) && hasUnknownContent(data) ? data.count : 0,
    }),
  });
  useListingSubscription(path, {
    skip: awaited === 0,
    pollingInterval: Math.max(CONTENT_POLL_MS, awaited * CONTENT_POLL_MS_PER_FILE),
    skipPollingIfUnfocused: true,
  });
}

/**
 * Lists the files below a path. Components with the same path share the listing.
 *
 * @param refetchOnMount fetches the listing again even if it is in the cache
 */
export function useListing(path: string, refetchOnMount = false) {
  const { currentData, error, isFetching, refetch } = filesApi.useListFilesQuery(path, {
    refetchOnMountOrArgChange: refetchOnMount,
  });
  const [listRemaining] = filesApi.useListRemainingFilesMutation();
  const isComplete = currentData !== undefined && isListingComplete(currentData);
  const failure = currentData === undefined ? error : currentData.failure;
  return {
    /** The pages received so far; undefined before the first one. */
    listing: currentData,
    isComplete,
    loadedCount: currentData?.count ?? 0,
    /** False while a complete listing is fetched again. */
    isFetching: !isComplete && failure === undefined && (currentData !== undefined || isFetching),
    error: failure,
    /** Continues after the page that failed. */
    retry: () => void (currentData?.failure === undefined ? refetch() : listRemaining(path)),
  };
}
