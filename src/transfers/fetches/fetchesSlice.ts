import {
  createAction,
  createSelector,
  createSlice,
  isAnyOf,
  original,
  type Draft,
  type PayloadAction,
} from '@reduxjs/toolkit';
import type { Failure } from '../../domain/failures/failure';
import type { FetchReceipt } from '../../domain/fetches/fetchReceipt';
import {
  fileCount,
  nextFetch,
  withRetriedFiles,
  withSaved,
  type FetchPhase,
  type FileOutcome,
  type FolderFetch,
} from '../../domain/fetches/folderFetch';
import { belongsTo } from '../../domain/session/session';
import { omit } from '../../lib/omit';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';

/** The fetches of this browser profile, in the order in which they were requested. */
interface FetchesState {
  readonly items: readonly FolderFetch[];
}

/** A request to fetch files into a folder. The files are in `RequestedFiles`. */
export interface FetchRequest {
  readonly title: string;
  /** The folder, as returned by `ports.folders.choose` or `ports.folders.add`. */
  readonly folderId: string;
  readonly folderName: string;
}

interface ById {
  readonly id: string;
}

interface ByFile extends ById {
  /** Position of the file in the list. */
  readonly index: number;
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

type FetchIn<Phase extends FetchPhase> = Extract<FolderFetch, { readonly phase: Phase }>;

function isIn<Phase extends FetchPhase>(fetch: FolderFetch, phases: readonly Phase[]): fetch is FetchIn<Phase> {
  return phases.some((phase) => phase === fetch.phase);
}

/**
 * Makes a case reducer that replaces a fetch, or removes it. In any phase other than those given, the event is too late
 * and is ignored. It works on the plain state, since a draft of a hundred thousand files is slow.
 */
function change<Payload extends ById, Phase extends FetchPhase>(
  phases: readonly Phase[],
  next: (fetch: FetchIn<Phase>, payload: Payload) => FolderFetch | 'removed',
) {
  return (draft: Draft<FetchesState>, { payload }: PayloadAction<Payload>): FetchesState => {
    const state = original(draft) as FetchesState;
    const fetch = state.items.find(({ id }) => id === payload.id);
    if (fetch === undefined || !isIn(fetch, phases)) return state;
    const changed = next(fetch, payload);
    if (changed === fetch) return state;
    const items =
      changed === 'removed'
        ? state.items.filter((one) => one !== fetch)
        : state.items.map((one) => (one === fetch ? changed : one));
    return Object.freeze({ items });
  };
}

/** The server or the storage has responded. */
function answered(fetch: FetchIn<'running'>): FetchIn<'running'> {
  return fetch.waiting === undefined ? fetch : omit(fetch, 'waiting');
}

const slice = createSlice({
  name: 'fetches',
  initialState: (): FetchesState => ({ items: [] }),
  reducers: {
    /** The stored fetches were read. */
    fetchesRestored: (_state, { payload: { items } }: PayloadAction<FetchesState>) => Object.freeze({ items }),
    fetchQueued: (draft, { payload: { fetch } }: PayloadAction<{ readonly fetch: FolderFetch }>) => {
      const state = original(draft) as FetchesState;
      return state.items.some(({ id }) => id === fetch.id) ? state : Object.freeze({ items: [...state.items, fetch] });
    },
    fetchStarted: change<ById, 'queued'>(['queued'], (fetch) => ({ ...fetch, phase: 'running' })),
    fileStarted: change<ByFile, 'running'>(['running'], (fetch, { index }) =>
      index === fetch.next ? { ...fetch, current: { index, bytes: 0 } } : fetch,
    ),
    /** `bytes`: received so far of the current file. */
    progressSampled: change<ByFile & { readonly bytes: number }, 'running'>(['running'], (fetch, { index, bytes }) => {
      if (index !== fetch.current?.index || bytes === fetch.current.bytes) return fetch;
      return { ...(bytes > fetch.current.bytes ? answered(fetch) : fetch), current: { index, bytes } };
    }),
    /** The content was damaged. The file is fetched again from its first byte. */
    fileRetried: change<ByFile & { readonly tries: number; readonly failure: Failure }, 'running'>(
      ['running'],
      (fetch, { index }) => (index === fetch.current?.index ? { ...fetch, current: { index, bytes: 0 } } : fetch),
    ),
    /** The file is on the disk, and was verified unless that is impossible. */
    fileSaved: change<
      ByFile & { readonly outcome: FileOutcome; readonly receipt?: FetchReceipt },
      'running' | 'paused'
    >(['running', 'paused'], (fetch, { index, outcome }) => {
      if (index !== fetch.next) return fetch;
      return omit(withSaved(fetch.phase === 'running' ? answered(fetch) : fetch, outcome), 'current');
    }),
    fileSetAside: change<ByFile & { readonly failure: Failure }, 'running'>(
      ['running'],
      (fetch, { index, failure }) => {
        if (index !== fetch.next) return fetch;
        const setAside = [...fetch.setAside, { index, failure }];
        return { ...omit(answered(fetch), 'current'), next: index + 1, setAside };
      },
    ),
    waitingStarted: change<ById & { readonly reason: 'network' | 'session' }, 'running'>(
      ['running'],
      (fetch, { reason }) => (fetch.waiting === reason ? fetch : { ...fetch, waiting: reason }),
    ),
    waitingEnded: change<ById, 'running'>(['running'], answered),
    /** `fault`: set if the fetch was paused automatically. */
    fetchPaused: change<ById & { readonly fault?: Failure }, 'queued' | 'running'>(
      ['queued', 'running'],
      (fetch, { fault }) => {
        const paused = fetch.phase === 'running' ? answered(fetch) : fetch;
        return { ...omit(paused, 'phase'), phase: 'paused', ...(fault && { fault }) };
      },
    ),
    fetchResumed: change<ById, 'paused'>(['paused'], (fetch) => ({ ...omit(fetch, 'fault'), phase: 'queued' })),
    /** Every file is saved or set aside. A fetch without set-aside files leaves the list. */
    fetchEnded: change<ById, 'running'>(['running'], (fetch) => {
      if (fetch.next < fileCount(fetch)) return fetch;
      return fetch.setAside.length === 0 ? 'removed' : { ...omit(answered(fetch), 'current'), phase: 'ended' };
    }),
    filesRequeued: change<ById, 'ended'>(['ended'], (fetch) => ({ ...withRetriedFiles(fetch), phase: 'queued' })),
    fetchRemoved: change<ById, FetchPhase>(['queued', 'running', 'paused', 'ended'], () => 'removed'),
  },
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

type State = WithFetches & WithSession;

const NONE: readonly FolderFetch[] = [];

/** Returns the fetches of the signed-in user, oldest first. */
export const selectOwnFetches = createSelector(
  [(state: State) => state.fetches.items, selectSessionOwner],
  (items, owner) => {
    const own = items.filter((fetch) => belongsTo(fetch, owner));
    return own.length === 0 ? NONE : own;
  },
);

/** Returns true if the signed-in user has fetches. Not memoized, since it runs with every action. */
export function selectHasFetches(state: State): boolean {
  const owner = selectSessionOwner(state);
  return state.fetches.items.some((fetch) => belongsTo(fetch, owner));
}

/** Returns the fetch to work on. */
export function selectNextFetch(state: State): FolderFetch | undefined {
  return nextFetch(selectOwnFetches(state));
}

/** Returns a fetch of any user. */
export function selectFetch(state: WithFetches, id: string): FolderFetch | undefined {
  return state.fetches.items.find((fetch) => fetch.id === id);
}
