import { createAction, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  expireUrl,
  isDownloadOf,
  isSameDownload,
  nextDownload,
  type ArchiveSize,
  type DownloadItem,
  type DownloadPath,
  type DownloadPhase,
  type PreparingDownload,
  type SavedArchive,
} from '../../domain/downloads/download';
import type { Failure } from '../../domain/failures/failure';
import { omit } from '../../lib/omit';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';

/** The download list, persisted as `download-list`. */
export interface DownloadsState {
  readonly items: readonly DownloadItem[];
}

/** A request for an archive. */
export interface DownloadRequest {
  readonly path: DownloadPath;
  readonly title: string;
  readonly downsampled: boolean;
}

interface ById {
  readonly id: string;
}

/* Commands */

/** Command: queue a folder or a set of files for download. */
export const downloadRequested = createAction<DownloadRequest>('downloads/downloadRequested');
/** Command: remove a download that the server is not working on. */
export const removeRequested = createAction<ById>('downloads/removeRequested');
/** Command: cancel a download. The user has confirmed. */
export const cancelRequested = createAction<ById>('downloads/cancelRequested');
/** Command: remove all downloads without a `downloadId`. */
export const clearAllRequested = createAction<{ readonly ids: readonly string[] }>('downloads/clearAllRequested');
/** Command: retry a failed start. */
export const retryRequested = createAction<ById>('downloads/retryRequested');

/* Events */

type DownloadIn<Phase extends DownloadPhase> = Extract<DownloadItem, { readonly phase: Phase }>;

function isIn<Phase extends DownloadPhase>(item: DownloadItem, phases: readonly Phase[]): item is DownloadIn<Phase> {
  return phases.some((phase) => phase === item.phase);
}

/** Replaces a download, or removes it. In any phase other than those given, the event is too late and is ignored. */
function change<Phase extends DownloadPhase>(
  state: DownloadsState,
  id: string,
  phases: readonly Phase[],
  next: (item: DownloadIn<Phase>) => DownloadItem | 'removed',
): DownloadsState {
  const item = state.items.find((one) => one.id === id);
  if (item === undefined || !isIn(item, phases)) return state;
  const changed = next(item);
  return {
    items:
      changed === 'removed'
        ? state.items.filter((one) => one.id !== id)
        : state.items.map((one) => (one.id === id ? changed : one)),
  };
}

/** The server has responded, so an earlier error or an expired URL no longer matters. */
function answered(item: PreparingDownload): Omit<PreparingDownload, 'urlExpired' | 'lastPollError'> {
  return omit(omit(item, 'urlExpired'), 'lastPollError');
}

type DownloadEvent<Details = unknown> = PayloadAction<ById & Details>;

const slice = createSlice({
  name: 'downloads',
  initialState: (): DownloadsState => ({ items: [] }),
  reducers: {
    /** The stored list was read. */
    listRestored: (_state, { payload }: PayloadAction<DownloadsState>) => payload,
    downloadQueued: (state, { payload: { item } }: PayloadAction<{ readonly item: DownloadItem }>) => {
      const isKnown = state.items.some(
        (other) => other.id === item.id || (isDownloadOf(other, item) && isSameDownload(other, item)),
      );
      return isKnown ? state : { items: [...state.items, item] };
    },
    /** The server accepted the request. If the archive already exists, the response contains its URL. */
    downloadStarted: (
      state,
      { payload }: DownloadEvent<ArchiveSize & { readonly downloadId: string; readonly url?: string }>,
    ) => {
      const { id, url, ...started } = payload;
      return change(state, id, ['queued'], (item) =>
        url === undefined ? { ...item, ...started, phase: 'preparing' } : { ...item, ...started, phase: 'ready', url },
      );
    },
    startFailed: (state, { payload: { id, failure } }: DownloadEvent<{ readonly failure: Failure }>) =>
      change(state, id, ['queued'], (item) => ({ ...item, phase: 'failed', failure })),
    downloadRequeued: (state, { payload: { id } }: DownloadEvent) =>
      change(state, id, ['failed'], (item) => ({ ...omit(item, 'failure'), phase: 'queued' })),
    progressReceived: (state, { payload: { id, ...size } }: DownloadEvent<ArchiveSize>) =>
      change(state, id, ['preparing'], (item) => ({ ...answered(item), ...size })),
    pollFailed: (state, { payload: { id, failure } }: DownloadEvent<{ readonly failure: Failure }>) =>
      change(state, id, ['preparing'], (item) => ({ ...item, lastPollError: failure })),
    downloadReady: (state, { payload: { id, ...archive } }: DownloadEvent<ArchiveSize & { readonly url: string }>) =>
      change(state, id, ['preparing'], (item) => ({ ...answered(item), ...archive, phase: 'ready' })),
    /** The URL may have expired; a new one is needed. */
    urlExpired: (state, { payload: { id } }: DownloadEvent) => change(state, id, ['ready'], expireUrl),
    /** The archive was passed to the browser. */
    downloadSaved: (state, { payload: { archive } }: PayloadAction<{ readonly archive: SavedArchive }>) =>
      change(state, archive.id, ['ready'], () => 'removed'),
    /** The server stopped without an archive. */
    downloadLost: (state, { payload: { id } }: DownloadEvent) => change(state, id, ['preparing'], () => 'removed'),
    /** The user cancelled; the server is being asked to stop. */
    cancellingStarted: (state, { payload: { id } }: DownloadEvent) =>
      change(state, id, ['preparing'], (item) => ({ ...omit(item, 'lastPollError'), phase: 'cancelling' })),
    /** The server was asked to stop. */
    downloadCancelled: (state, { payload: { id } }: DownloadEvent) =>
      change(state, id, ['cancelling'], () => 'removed'),
    /** The user removed a download that the server is not working on. */
    downloadRemoved: (state, { payload: { id } }: DownloadEvent) =>
      change(state, id, ['queued', 'failed', 'ready'], () => 'removed'),
    queueCleared: (state, { payload }: PayloadAction<{ readonly ids: readonly string[] }>) => {
      const ids = new Set(payload.ids);
      return { items: state.items.filter((item) => !ids.has(item.id) || !isIn(item, ['queued', 'failed'])) };
    },
  },
});

export const {
  listRestored,
  downloadQueued,
  downloadStarted,
  startFailed,
  downloadRequeued,
  progressReceived,
  pollFailed,
  downloadReady,
  urlExpired,
  downloadSaved,
  downloadLost,
  cancellingStarted,
  downloadCancelled,
  downloadRemoved,
  queueCleared,
} = slice.actions;

/** Another tab passed an archive to the browser. The list itself changes through the storage. */
export const downloadSavedInOtherTab = createAction<{ readonly archive: SavedArchive }>(
  'downloads/downloadSavedInOtherTab',
);

export const downloadsReducer = slice.reducer;

/* Selectors */

export interface WithDownloads {
  readonly downloads: DownloadsState;
}

type State = WithDownloads & WithSession;

const NONE: readonly DownloadItem[] = [];

/** Returns the downloads of the signed-in user, oldest first. */
export const selectOwnDownloads = createSelector(
  [(state: State) => state.downloads.items, selectSessionOwner],
  (items, owner) => {
    const own = items.filter((item) => isDownloadOf(item, owner));
    return own.length === 0 ? NONE : own;
  },
);

/** Returns true if the signed-in user has downloads. Not memoized, since it runs with every action. */
export function selectHasDownloads(state: State): boolean {
  const owner = selectSessionOwner(state);
  return state.downloads.items.some((item) => isDownloadOf(item, owner));
}

/** Returns the download to work on. */
export function selectNextDownload(state: State): DownloadItem | undefined {
  return nextDownload(selectOwnDownloads(state));
}

/** Returns a download of the signed-in user. */
export function selectOwnDownload(state: State, id: string): DownloadItem | undefined {
  return selectOwnDownloads(state).find((item) => item.id === id);
}

/** Returns a download of any user. */
export function selectDownload(state: WithDownloads, id: string): DownloadItem | undefined {
  return state.downloads.items.find((item) => item.id === id);
}

/** Returns a cancelled download that the server has not been asked to stop yet. */
export function selectCancellingDownload(state: State): DownloadIn<'cancelling'> | undefined {
  return selectOwnDownloads(state).find((item) => item.phase === 'cancelling');
}

/** Returns the ids of the downloads that `Clear All` removes. */
export function selectClearableIds(state: State): readonly string[] {
  return selectOwnDownloads(state)
    .filter((item) => isIn(item, ['queued', 'failed']))
    .map(({ id }) => id);
}
