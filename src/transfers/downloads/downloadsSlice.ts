import { createAction, createSelector, createSlice } from '@reduxjs/toolkit';
import {
  DOWNLOAD_TRAITS,
  expireUrl,
  isDownloadOf,
  isSameDownload,
  nextDownload,
  type ArchiveSize,
  type CancellingDownload,
  type DownloadItem,
  type DownloadPath,
  type PreparingDownload,
} from '@data-manager/domain/downloads/download';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { SavedArchive } from '@data-manager/domain/transfers/archives';
import { omit } from '@data-manager/lib/omit';
import type { WithSession } from '../../session/sessionSlice';
import { listSelectors } from '../machine/listSelectors';
import { listReducer, REMOVED, type ById, type Items } from '../machine/phaseReducer';

/** The download list, persisted as `download-list`. */
export type DownloadsState = Items<DownloadItem>;

/** A request for an archive. */
export interface DownloadRequest {
  readonly path: DownloadPath;
  readonly title: string;
  readonly downsampled: boolean;
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

type ForDownload<Details> = ById & Details;

const { append, events, on } = listReducer<DownloadItem>();

/** The server has responded, so an earlier error or an expired URL no longer matters. */
function answered(item: PreparingDownload): Omit<PreparingDownload, 'urlExpired' | 'lastPollError'> {
  return omit(item, 'urlExpired', 'lastPollError');
}

const saved = on(['ready'], () => REMOVED);
const cleared = on(['queued', 'failed'], () => REMOVED);

const slice = createSlice({
  name: 'downloads',
  initialState: (): DownloadsState => ({ items: [] }),
  reducers: events({
    /** The stored list was read. */
    downloadsRestored: (_state, stored: DownloadsState) => stored,
    downloadQueued: (state, { item }: { readonly item: DownloadItem }) =>
      state.items.some((other) => isDownloadOf(other, item) && isSameDownload(other, item))
        ? state
        : append(state, item),
    /** The server accepted the request. If the archive already exists, the response contains its URL. */
    downloadStarted: on(
      ['queued'],
      (item, started: ForDownload<ArchiveSize & { readonly downloadId: string; readonly url?: string }>) => {
        const { url, ...rest } = started;
        return url === undefined ? { ...item, ...rest, phase: 'preparing' } : { ...item, ...rest, phase: 'ready', url };
      },
    ),
    startFailed: on(['queued'], (item, { failure }: ForDownload<{ readonly failure: Failure }>) => ({
      ...item,
      phase: 'failed',
      failure,
    })),
    /** The app has crashed at the download again and again. */
    downloadSetAside: on(
      ['queued', 'preparing', 'ready', 'cancelling'],
      (item, { failure }: ForDownload<{ readonly failure: Failure }>) => ({
        ...omit(item, 'downloadId', 'url', 'urlExpired', 'lastPollError'),
        phase: 'failed',
        failure,
      }),
    ),
    downloadRequeued: on(['failed'], (item) => ({ ...omit(item, 'failure'), phase: 'queued' })),
    progressReceived: on(['preparing'], (item, size: ForDownload<ArchiveSize>) => ({ ...answered(item), ...size })),
    pollFailed: on(['preparing'], (item, { failure }: ForDownload<{ readonly failure: Failure }>) => ({
      ...item,
      lastPollError: failure,
    })),
    downloadReady: on(['preparing'], (item, archive: ForDownload<ArchiveSize & { readonly url: string }>) => ({
      ...answered(item),
      ...archive,
      phase: 'ready',
    })),
    /** The URL may have expired; a new one is needed. */
    urlExpired: on(['ready'], expireUrl),
    /** The archive was passed to the browser. */
    downloadSaved: (state, { archive }: { readonly archive: SavedArchive }) => saved(state, archive),
    /** The server stopped without an archive. */
    downloadLost: on(['preparing'], () => REMOVED),
    /** The user cancelled; the server is being asked to stop. */
    cancellingStarted: on(['preparing'], (item) => ({ ...omit(item, 'lastPollError'), phase: 'cancelling' })),
    /** The server was asked to stop. */
    downloadCancelled: on(['cancelling'], () => REMOVED),
    /** The user removed a download that the server is not working on. */
    downloadRemoved: on(['queued', 'failed', 'ready'], () => REMOVED),
    queueCleared: (state, { ids }: { readonly ids: readonly string[] }) =>
      ids.reduce((left, id) => cleared(left, { id }), state),
  }),
});

export const {
  downloadsRestored,
  downloadQueued,
  downloadStarted,
  startFailed,
  downloadSetAside,
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

export function selectDownloads({ downloads }: WithDownloads): readonly DownloadItem[] {
  return downloads.items;
}

export const {
  selectOwn: selectOwnDownloads,
  selectHas: selectHasDownloads,
  selectItem: selectDownload,
  selectOwnItem: selectOwnDownload,
} = listSelectors(selectDownloads, isDownloadOf);

/** Returns the download to work on. */
export function selectNextDownload(state: State): DownloadItem | undefined {
  return nextDownload(selectOwnDownloads(state));
}

/** Returns a cancelled download that the server has not been asked to stop yet. */
export function selectCancellingDownload(state: State): CancellingDownload | undefined {
  return selectOwnDownloads(state).find((item) => item.phase === 'cancelling');
}

/** The ids of the downloads that `Clear All` removes. */
export const selectClearableIds = createSelector([selectOwnDownloads], (items) =>
  items.filter(({ phase }) => DOWNLOAD_TRAITS[phase].isUnstarted).map(({ id }) => id),
);
