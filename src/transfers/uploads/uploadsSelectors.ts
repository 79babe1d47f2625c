import { createSelector } from '@reduxjs/toolkit';
import type { Follow } from '../../domain/follow/follow';
import { isLastFile } from '../../domain/follow/lastFile';
import { belongsTo } from '../../domain/session/session';
import { isUploadActive, nextUpload, type UploadFile, type UploadsDone } from '../../domain/uploads/upload';
import { percentOf, sentBytes, shownBytes } from '../../domain/uploads/uploadProgress';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { pauseOf, type UploadsState } from './uploadsState';

export interface WithUploads {
  readonly uploads: UploadsState;
}

type State = WithUploads & WithSession;

const NONE: readonly UploadFile[] = [];

/** The signed-in user's files, in the order in which they were chosen. */
export const selectOwnUploads = createSelector(
  [(state: State) => state.uploads.files, selectSessionOwner],
  (files, owner) => {
    const own = files.filter((file) => belongsTo(file, owner));
    return own.length === 0 ? NONE : own;
  },
);

/** True if the signed-in user has files in the queue. Evaluated with every action, so it stops at the first one. */
export function selectHasUploads(state: State): boolean {
  const owner = selectSessionOwner(state);
  return state.uploads.files.some((file) => belongsTo(file, owner));
}

/** True while the signed-in user has files that have not failed. */
export const selectHasWork = createSelector(
  [(state: State) => state.uploads.files, selectSessionOwner],
  (files, owner) => files.some((file) => file.progress.phase !== 'failed' && belongsTo(file, owner)),
);

/** What the signed-in user has uploaded, once the queue is empty. */
export function selectUploadEnd(state: State): UploadsDone | undefined {
  const { files, done } = state.uploads;
  const isOwn = done.owner !== undefined && belongsTo(done.owner, selectSessionOwner(state));
  return files.length === 0 && isOwn ? done : undefined;
}

/** Finds a file of any owner. */
export function selectUpload(state: WithUploads, id: string): UploadFile | undefined {
  return state.uploads.files.find((file) => file.id === id);
}

/** The next file in the queue, whether or not it may be started now. */
function selectNextUpload(state: State): UploadFile | undefined {
  return nextUpload(state.uploads.files, selectSessionOwner(state));
}

/** Folders that are followed decide which file is the last one of an upload. */
interface WithFollows {
  readonly follows: { readonly items: readonly Follow[] };
}

/** True if no other file has to be sent before the upload is complete. */
export function selectIsLastFile({ uploads, follows }: State & WithFollows, file: UploadFile): boolean {
  return isLastFile(file, uploads.files, follows.items);
}

/** The file that may be started now; none while the queue is paused. */
export function selectStartableUpload(state: State): UploadFile | undefined {
  return selectIsPaused(state) ? undefined : selectNextUpload(state);
}

export function selectIsPaused({ uploads }: WithUploads): boolean {
  return pauseOf(uploads.status) !== undefined;
}

/** True while a paused queue still finishes the parts that are nearly sent. */
export function selectIsPausing(state: WithUploads): boolean {
  return state.uploads.status.kind === 'paused' && state.uploads.files.some(isUploadActive);
}

/** Why the queue is not running, in the words of its rows; undefined while it is. */
export function selectStateText(state: WithUploads): string | undefined {
  const { status } = state.uploads;
  if (status.kind === 'waiting') return status.reason === 'network' ? 'Offline' : 'Signed out';
  if (status.kind === 'cancelling') return 'Cancelling';
  if (status.kind === 'paused') return selectIsPausing(state) ? 'Pausing…' : 'Paused';
  return undefined;
}

/** True while the queue waits for the network. */
export function selectIsOffline({ uploads: { status } }: WithUploads): boolean {
  return status.kind === 'waiting' && status.reason === 'network';
}

export function selectIsCancelling({ uploads }: WithUploads): boolean {
  return uploads.status.kind === 'cancelling';
}

/** The signed-in user's failed files. */
export function selectFailedIds(state: State): readonly string[] {
  return selectOwnUploads(state)
    .filter((file) => file.progress.phase === 'failed')
    .map((file) => file.id);
}

/** True while the signed-in user's files are being uploaded: not paused, waiting or cancelled. */
export function selectIsMoving(state: State): boolean {
  return state.uploads.status.kind === 'running' && selectHasWork(state);
}

/** Totals of the whole queue; completed files count as sent. */
export interface UploadsSummary {
  readonly percent: number;
  /** Bytes. */
  readonly sent: number;
  /** Bytes. */
  readonly total: number;
  /** Bytes that the storage has received. Less than `sent` while parts have to be sent again. */
  readonly received: number;
  /** Bytes still to be sent, without those of failed files. */
  readonly left: number;
  readonly failed: number;
  readonly isActive: boolean;
}

export const selectUploadsSummary = createSelector(
  [selectOwnUploads, (state: State) => state.uploads.done],
  (files, done): UploadsSummary => {
    let sent = done.bytes;
    let total = done.bytes;
    let received = done.bytes;
    let left = 0;
    let failed = 0;
    let isActive = false;
    for (const file of files) {
      const bytes = sentBytes(file);
      total += file.size;
      sent += shownBytes(file);
      received += bytes;
      if (file.progress.phase === 'failed') failed += 1;
      else left += file.size - bytes;
      isActive ||= isUploadActive(file);
    }
    return { percent: percentOf(sent, total), sent, total, received, left, failed, isActive };
  },
);
