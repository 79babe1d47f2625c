import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  downloadPhase,
  withAgedLink,
  type DownloadItem,
  type DownloadPath,
  type DownloadPhase,
} from '../../domain/downloads/download';
import { isDownloadOf, sameDownload } from '../../domain/downloads/downloadQueue';
import type { Failure } from '../../domain/failures/failure';
import { omit } from '../../lib/omit';

/** The persisted `download-list`. */
export interface DownloadsState {
  readonly items: readonly DownloadItem[];
}

/** What a person asks for. */
export interface DownloadRequest {
  readonly path: DownloadPath;
  readonly title: string;
  readonly downsampled: boolean;
}

interface ById {
  readonly id: string;
}

/** Sizes as the server tells them, in bytes. */
export interface DownloadSizes {
  readonly totalFiles?: number;
  readonly totalSize?: number;
  readonly completedSize?: number;
}

type Phase = DownloadPhase | 'cancelling';

/** Wish: a folder or a set of files as an archive. */
export const downloadRequested = createAction<DownloadRequest>('downloads/downloadRequested');
/** Wish: take away an item that the server does not work on. */
export const removeRequested = createAction<ById>('downloads/removeRequested');
/** Wish, confirmed by the person: stop the server's work on an item. */
export const cancelRequested = createAction<ById>('downloads/cancelRequested');
/** Wish: take away everything that has no reference. */
export const clearAllRequested = createAction('downloads/clearAllRequested');
/** Wish: try a failed start again. */
export const retryRequested = createAction<ById>('downloads/retryRequested');

const initialState: DownloadsState = { items: [] };

function phaseOf(item: DownloadItem): Phase {
  return item.cancelling === true ? 'cancelling' : downloadPhase(item);
}

/** Changes the item if it is in one of the phases; an event that does not fit is ignored. */
function change(
  state: DownloadsState,
  id: string,
  phases: readonly Phase[],
  to: (item: DownloadItem) => DownloadItem | undefined,
): DownloadsState {
  const found = state.items.find((item) => item.id === id);
  if (found === undefined || !phases.includes(phaseOf(found))) return state;
  return { items: state.items.flatMap((item) => (item.id === id ? (to(item) ?? []) : item)) };
}

const gone = (): undefined => undefined;

/** Without what no longer holds once a poll is answered. */
function answered(item: DownloadItem): DownloadItem {
  return omit(omit(item, 'unanswered'), 'hadLink');
}

const slice = createSlice({
  name: 'downloads',
  initialState,
  reducers: {
    listRestored: (_state, { payload }: PayloadAction<{ readonly items: readonly DownloadItem[] }>) => ({
      items: payload.items,
    }),
    downloadQueued: (state: DownloadsState, { payload }: PayloadAction<{ readonly item: DownloadItem }>) => {
      const { item } = payload;
      const known = state.items.some(
        (other) => other.id === item.id || (isDownloadOf(other, item) && sameDownload(other, item)),
      );
      return known ? state : { items: [...state.items, item] };
    },
    downloadStarted: (
      state: DownloadsState,
      { payload }: PayloadAction<ById & DownloadSizes & { readonly downloadId: string; readonly url?: string }>,
    ) => {
      const { id, ...answer } = payload;
      return change(state, id, ['queued'], (item) => ({ ...item, ...answer }));
    },
    startFailed: (state: DownloadsState, { payload }: PayloadAction<ById & { readonly failure: Failure }>) =>
      change(state, payload.id, ['queued'], (item) => ({ ...item, failure: payload.failure })),
    downloadRequeued: (state: DownloadsState, { payload }: PayloadAction<ById>) =>
      change(state, payload.id, ['failed'], (item) => omit(item, 'failure')),
    progressReceived: (state: DownloadsState, { payload }: PayloadAction<ById & DownloadSizes>) => {
      const { id, ...sizes } = payload;
      return change(state, id, ['preparing'], (item) => ({ ...answered(item), ...sizes }));
    },
    pollUnanswered: (state: DownloadsState, { payload }: PayloadAction<ById & { readonly failure: Failure }>) =>
      change(state, payload.id, ['preparing'], (item) => ({ ...item, unanswered: payload.failure })),
    downloadReady: (
      state: DownloadsState,
      { payload }: PayloadAction<ById & DownloadSizes & { readonly url: string }>,
    ) => {
      const { id, ...answer } = payload;
      return change(state, id, ['preparing'], (item) => ({ ...answered(item), ...answer }));
    },
    /** Too much time has passed since the link came: it may have expired. */
    linkAged: (state: DownloadsState, { payload }: PayloadAction<ById>) =>
      change(state, payload.id, ['ready'], withAgedLink),
    downloadSaved: (state: DownloadsState, { payload }: PayloadAction<ById>) =>
      change(state, payload.id, ['ready'], gone),
    /** The server ended its work without an archive. */
    downloadLost: (state: DownloadsState, { payload }: PayloadAction<ById>) =>
      change(state, payload.id, ['preparing'], gone),
    /** A person withdrew it; the server is being told. */
    cancellingStarted: (state: DownloadsState, { payload }: PayloadAction<ById>) =>
      change(state, payload.id, ['preparing'], (item) => ({ ...item, cancelling: true })),
    /** The server was told. */
    downloadCancelled: (state: DownloadsState, { payload }: PayloadAction<ById>) =>
      change(state, payload.id, ['cancelling'], gone),
    /** Taken away by a person, nothing to tell the server. */
    downloadRemoved: (state: DownloadsState, { payload }: PayloadAction<ById>) =>
      change(state, payload.id, ['queued', 'failed', 'ready'], gone),
    queueCleared: (state: DownloadsState, { payload }: PayloadAction<{ readonly ids: readonly string[] }>) => {
      const ids = new Set(payload.ids);
      const stays = (item: DownloadItem): boolean =>
        !ids.has(item.id) || !['queued', 'failed'].includes(downloadPhase(item));
      return { items: state.items.filter(stays) };
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
  pollUnanswered,
  downloadReady,
  linkAged,
  downloadSaved,
  downloadLost,
  cancellingStarted,
  downloadCancelled,
  downloadRemoved,
  queueCleared,
} = slice.actions;

export const downloadsReducer = slice.reducer;
