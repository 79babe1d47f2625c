import { createSelector } from '@reduxjs/toolkit';
import { downloadPhase, type DownloadItem } from '../../domain/downloads/download';
import { isDownloadOf, nextDownload } from '../../domain/downloads/downloadQueue';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { DownloadsState } from './downloadsSlice';

export interface WithDownloads {
  readonly downloads: DownloadsState;
}

type State = WithDownloads & WithSession;

const NONE: readonly DownloadItem[] = [];

/** The items of whoever is signed in, in the order in which they were asked for. */
export const selectOwnDownloads = createSelector(
  [(state: State) => state.downloads.items, selectSessionOwner],
  (items, owner) => {
    const own = items.filter((item) => isDownloadOf(item, owner));
    return own.length === 0 ? NONE : own;
  },
);

/** Whether whoever is signed in has any. Asked at every action: it ends at the first one. */
export function selectHasDownloads(state: State): boolean {
  const owner = selectSessionOwner(state);
  return state.downloads.items.some((item) => isDownloadOf(item, owner));
}

/** The item that the runner is to drive. */
export function selectNextDownload(state: State): DownloadItem | undefined {
  return nextDownload(selectOwnDownloads(state));
}

/** An item of whoever is signed in. */
export function selectOwnDownload(state: State, id: string): DownloadItem | undefined {
  return selectOwnDownloads(state).find((item) => item.id === id);
}

/** An item, whoever it belongs to. */
export function selectDownload(state: WithDownloads, id: string): DownloadItem | undefined {
  return state.downloads.items.find((item) => item.id === id);
}

/** An item that a person withdrew and of which the server is still to be told. */
export function selectCancelledDownload(state: State): DownloadItem | undefined {
  return selectOwnDownloads(state).find((item) => item.cancelling === true);
}

/** What `Clear All` takes away: items that have no reference. */
export function selectClearableIds(state: State): readonly string[] {
  return selectOwnDownloads(state)
    .filter((item) => ['queued', 'failed'].includes(downloadPhase(item)))
    .map((item) => item.id);
}
