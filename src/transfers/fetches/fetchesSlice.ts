import { createAction, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { FetchReceipt } from '@data-manager/domain/fetches/fetchReceipt';
import {
  fileCount,
  nextFetch,
  withRetriedFiles,
  withSaved,
  type FileOutcome,
  type FolderFetch,
  type RunningFetch,
} from '@data-manager/domain/fetches/folderFetch';
import { omit } from '@data-manager/lib/omit';
import type { WithSession } from '../../session/sessionSlice';
import { listSelectors } from '../machine/listSelectors';
import { listReducer, REMOVED, type ById, type Items } from '../machine/phaseReducer';

/** The fetches of this browser profile, in the order in which they were requested. */
type FetchesState = Items<FolderFetch>;

/** A request to fetch files into a folder. The files are in `RequestedFiles`. */
export interface FetchRequest {
  readonly title: string;
  /** The folder, as returned by `ports.folders.choose` or `ports.folders.add`. */
  readonly folderId: string;
  readonly folderName: string;
  /** Hash of the sealed dataset that is fetched. */
  readonly sealed?: string;
}

interface ByFile extends ById {
  /** Position of the file in the list. */
  readonly index: number;
}

interface FileRetried extends ByFile {
  readonly tries: number;
  readonly failure: Failure;
}

interface FileSaved extends ByFile {
  readonly outcome: FileOutcome;
  readonly receipt?: FetchReceipt;
}

/* Commands */

/** Command: fetch files into a folder. Dispatched by `requestFetch`. */
export const fetchRequested = createAction<FetchRequest>('fetches/fetchRequested');
/** Command: pause a fetch. The received bytes of the current file are kept while the page is open. */
export const pauseRequested = createAction<ById>('fetches/pauseRequested');
/** Command: continue a paused fetch. The user has been asked for permission to write into the folder. */
export const resumeRequested = createAction<ById>('fetches/resumeRequested');
/** Command: retry the files that were set aside. */
export const retryRequested = createAction<ById>('fetches/retryRequested');
/** Command: remove a fetch from the list. The user has confirmed. Saved files stay in the folder. */
export const cancelRequested = createAction<ById>('fetches/cancelRequested');

/* Events */

const { append, events, on } = listReducer<FolderFetch>();

/** The server or the storage has responded. */
function answered(fetch: RunningFetch): RunningFetch {
  return fetch.waiting === undefined ? fetch : omit(fetch, 'waiting');
}

const slice = createSlice({
  name: 'fetches',
  initialState: (): FetchesState => ({ items: [] }),
  reducers: events({
    /** The stored fetches were read. */
    fetchesRestored: (_state, stored: FetchesState) => stored,
    fetchQueued: (state, { fetch }: { readonly fetch: FolderFetch }) => append(state, fetch),
    fetchStarted: on(['queued'], (fetch) => ({ ...fetch, phase: 'running' })),
    fileStarted: on(['running'], (fetch, { index }: ByFile) =>
      index === fetch.next ? { ...fetch, current: { index, bytes: 0 } } : fetch,
    ),
    /** `bytes`: received so far of the current file. */
    progressSampled: on(['running'], (fetch, { index, bytes }: ByFile & { readonly bytes: number }) => {
      if (index !== fetch.current?.index || bytes === fetch.current.bytes) return fetch;
      return { ...(bytes > fetch.current.bytes ? answered(fetch) : fetch), current: { index, bytes } };
    }),
    /** The content was damaged. The file is fetched again from its first byte. */
    fileRetried: on(['running'], (fetch, { index }: FileRetried) =>
      index === fetch.current?.index ? { ...fetch, current: { index, bytes: 0 } } : fetch,
    ),
    /** The file is on the disk, and was verified unless that is impossible. */
    fileSaved: on(['running', 'paused'], (fetch, { index, outcome }: FileSaved) => {
      if (index !== fetch.next) return fetch;
      return omit(withSaved(fetch.phase === 'running' ? answered(fetch) : fetch, outcome), 'current');
    }),
    fileSetAside: on(['running'], (fetch, { index, failure }: ByFile & { readonly failure: Failure }) => {
      if (index !== fetch.next) return fetch;
      const setAside = [...fetch.setAside, { index, failure }];
      return { ...omit(answered(fetch), 'current'), next: index + 1, setAside };
    }),
    waitingStarted: on(['running'], (fetch, { reason }: ById & { readonly reason: 'network' | 'session' }) =>
      fetch.waiting === reason ? fetch : { ...fetch, waiting: reason },
    ),
    waitingEnded: on(['running'], answered),
    /** `fault`: set if the fetch was paused automatically. */
    fetchPaused: on(['queued', 'running'], (fetch, { fault }: ById & { readonly fault?: Failure }) => ({
      ...omit(fetch.phase === 'running' ? answered(fetch) : fetch, 'phase'),
      phase: 'paused',
      ...(fault && { fault }),
    })),
    fetchResumed: on(['paused'], (fetch) => ({ ...omit(fetch, 'fault'), phase: 'queued' })),
    /** Every file is saved or set aside. A fetch without set-aside files leaves the list. */
    fetchEnded: on(['running'], (fetch) => {
      if (fetch.next < fileCount(fetch)) return fetch;
      return fetch.setAside.length === 0 ? REMOVED : { ...omit(answered(fetch), 'current'), phase: 'ended' };
    }),
    filesRequeued: on(['ended'], (fetch) => ({ ...withRetriedFiles(fetch), phase: 'queued' })),
    fetchRemoved: on('any', () => REMOVED),
  }),
});

export const {
  fetchesRestored,
  fetchQueued,
  fetchStarted,
  fileStarted,
  progressSampled,
  fileRetried,
  fileSaved,
  fileSetAside,
  waitingStarted,
  waitingEnded,
  fetchPaused,
  fetchResumed,
  fetchEnded,
  filesRequeued,
  fetchRemoved,
} = slice.actions;

export const fetchesReducer = slice.reducer;

/** The events of files that are fetched without errors. Small files cause dozens of them per second. */
export const isFrequentFetchEvent = isAnyOf(fileStarted, progressSampled, fileSaved);

/* Selectors */

export interface WithFetches {
  readonly fetches: FetchesState;
}

export function selectFetches({ fetches }: WithFetches): readonly FolderFetch[] {
  return fetches.items;
}

export const {
  selectOwn: selectOwnFetches,
  selectHas: selectHasFetches,
  selectItem: selectFetch,
  selectOwnItem: selectOwnFetch,
} = listSelectors(selectFetches);

/** Returns the fetch to work on. */
export function selectNextFetch(state: WithFetches & WithSession): FolderFetch | undefined {
  return nextFetch(selectOwnFetches(state));
}
