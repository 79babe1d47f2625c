import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { useMemo } from 'react';
import * as v from 'valibot';
import type { RequestFailure } from '../domain/failures/failure';
import {
  hasGrown,
  isListingComplete,
  listedEntries,
  mayReplace,
  NOTHING_LISTED,
  withPage,
  type FileEntry,
  type FileListing,
} from '../domain/listing/fileListing';
import { viewFolder } from '../domain/listing/folderView';
import type { InPieces } from '../lib/inPieces';
import { isRecord } from '../lib/isRecord';
import { err, ok, type Result } from '../lib/result';
import { runInSlices } from '../platform/inSlices';
import { api } from './api';
import type { ApiRequest, ApiResponse } from './baseQuery';
import { createQueryHook } from './createQueryHook';
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
     * Every object below `sponsor/project[/dataset[/…]]`. A `queryFn`, because a listing is several pages: they are added
     * to the cache as they arrive, and the query stays pending until the last one, so that RTK Query delays an
     * invalidation until then. While a complete listing is fetched again, it stays in the cache. There is no
     * `responseSchema`, here and below: it would check 100,000 entries in one task. `parsePage` checks them in slices.
     */
    listFiles: build.query<FileListing, string>({
      queryFn: async (path, queryApi, _options, query) => {
        const { listing, error, meta } = await fetchPages(path, NOTHING_LISTED, queryApi, query);
        return error === undefined ? { data: listing } : { error, ...(meta && { meta }) };
      },
      // Comparing every entry with its predecessor takes too long for 100,000 files.
      structuralSharing: false,
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
    const page = await parsePage(response.data, queryApi.signal);
    if (!page.ok) return fail({ error: page.failure });
    const { pieces, cursor } = page.value;
    // A repeated cursor would lead to an endless loop.
    if (cursor !== undefined && seenCursors.has(cursor)) {
      return fail({ error: { kind: 'bad-answer', endpoint: ENDPOINT, field: 'cursor' } });
    }
    listing = withPage(listing, pieces, cursor);
    const isShown = cursor === undefined || hasGrown(listing, shown);
    if (isShown) await prepareView(listing, path, queryApi.signal);
    if (cursor === undefined) return { listing };
    seenCursors.add(cursor);
    if (!isShown) continue;
    cacheListing(path, listing, queryApi);
    shown = listing;
  }
}

/** Parses the names before the listing is shown. Otherwise the screens would first render without its files. */
async function prepareView(listing: FileListing, path: string, signal: AbortSignal): Promise<void> {
  // Nothing shows a listing that is aborted.
  await runInSlices(viewFolder(listing, path, []), signal).catch(() => undefined);
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

/** A page without its entries, which `parseEntries` reads in slices. */
const pageSchema = v.pipe(
  v.unknown(),
  v.transform((body) => (Array.isArray(body) ? { files: body } : body)),
  responseObject({
    files: v.custom<readonly unknown[]>((files) => Array.isArray(files)),
    cursor: v.exactOptional(v.string()),
  }),
);

interface Page {
  readonly pieces: FileListing['pieces'];
  readonly cursor: string | undefined;
}

async function parsePage(body: unknown, signal: AbortSignal): Promise<Result<Page, RequestFailure>> {
  const page = parseResponse(ENDPOINT, pageSchema, body);
  if (!page.ok) return page;
  try {
    const pieces = await runInSlices(parseEntries(page.value.files), signal);
    // An empty cursor counts as none.
    return pieces.ok ? ok({ pieces: pieces.value, cursor: page.value.cursor || undefined }) : pieces;
  } catch {
    return err({ kind: 'aborted' });
  }
}

/** Entries in a piece of a listing: parsed in about a millisecond. */
const ENTRIES_PER_PIECE = 1_000;

const entrySchema: ResponseSchema<FileEntry> = responseObject({
  key: nonEmptyString,
  size: nonNegativeNumber,
  lastModified: v.exactOptional(v.string()),
  etag: v.exactOptional(v.fallback(v.string(), '')),
  partSize: v.exactOptional(v.fallback(nonNegativeNumber, 0)),
  unreadable: v.exactOptional(v.fallback(v.picklist(['empty', 'truncated', 'not-tiff', 'damaged']), 'damaged')),
  flat: v.exactOptional(v.fallback(v.boolean(), false)),
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
  const { key, size, lastModified, etag, partSize } = file;
  if (typeof key !== 'string' || key === '' || !isNonNegative(size)) return false;
  let members = 2;
  if (typeof lastModified === 'string') members += 1;
  if (typeof etag === 'string') members += 1;
  if (isNonNegative(partSize)) members += 1;
  return Object.keys(file).length === members;
}

function isNonNegative(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

/** Parses and freezes the entries of a page. Otherwise the store would freeze all of them in one go. */
function* parseEntries(files: readonly unknown[]): InPieces<Result<FileListing['pieces'], RequestFailure>> {
  const pieces: (readonly FileEntry[])[] = [];
  let piece: FileEntry[] = [];
  for (const [index, file] of files.entries()) {
    const entry = parseEntry(file);
    if (!entry.ok) {
      return err({ kind: 'bad-answer', endpoint: ENDPOINT, field: ['files', index, ...entry.failure].join('.') });
    }
    piece.push(Object.freeze(entry.value));
    if (piece.length < ENTRIES_PER_PIECE) continue;
    pieces.push(Object.freeze(piece));
    piece = [];
    yield;
  }
  if (piece.length > 0) pieces.push(Object.freeze(piece));
  return ok(pieces);
}

interface ListingView {
  /** The pages received so far; undefined before the first one. */
  readonly listing: FileListing | undefined;
  /** Every file; undefined until the last page has been received. */
  readonly entries: readonly FileEntry[] | undefined;
  readonly isComplete: boolean;
  readonly loadedCount: number;
  /** False while a complete listing is fetched again. */
  readonly isFetching: boolean;
  readonly error: RequestFailure | { readonly message?: string } | undefined;
  /** Continues after the page that failed. */
  readonly retry: () => void;
}

const useListFilesQuery = createQueryHook(filesApi.endpoints.listFiles);
const { useListRemainingFilesMutation } = filesApi;

/**
 * Lists the files below a path. Components with the same path share the listing.
 *
 * @param refetchOnMount fetches the listing again even if it is in the cache
 */
export function useListing(path: string, refetchOnMount = false): ListingView {
  const { currentData, error, isFetching, refetch } = useListFilesQuery(path, {
    refetchOnMountOrArgChange: refetchOnMount,
  });
  const [listRemaining] = useListRemainingFilesMutation();
  return useMemo(() => {
    const isComplete = currentData !== undefined && isListingComplete(currentData);
    const failure = currentData === undefined ? error : currentData.failure;
    return {
      listing: currentData,
      get entries() {
        return isComplete ? listedEntries(currentData) : undefined;
      },
      isComplete,
      loadedCount: currentData?.count ?? 0,
      isFetching: !isComplete && (currentData === undefined ? isFetching : failure === undefined),
      error: failure,
      retry: () => void (currentData?.failure === undefined ? refetch() : listRemaining(path)),
    };
  }, [currentData, error, isFetching, refetch, listRemaining, path]);
}
