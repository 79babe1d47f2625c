import { createSelector } from '@reduxjs/toolkit';
import { belongsTo } from '../../domain/session/session';
import { isUploadActive, type UploadFile } from '../../domain/uploads/upload';
import { percentOf, sentBytes } from '../../domain/uploads/uploadProgress';
import { nextUpload } from '../../domain/uploads/uploadQueue';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { UploadsDone, UploadsState } from './uploadsSlice';

export interface WithUploads {
  readonly uploads: UploadsState;
}

type State = WithUploads & WithSession;

const NONE: readonly UploadFile[] = [];

/** The files of whoever is signed in, in the order in which they were chosen. */
export const selectOwnUploads = createSelector(
  [(state: State) => state.uploads.files, selectSessionOwner],
  (files, owner) => {
    const own = files.filter((file) => belongsTo(file, owner));
    return own.length === 0 ? NONE : own;
  },
);

/** Whether whoever is signed in has any. Asked at every action: it ends at the first one. */
export function selectHasUploads(state: State): boolean {
  const owner = selectSessionOwner(state);
  return state.uploads.files.some((file) => belongsTo(file, owner));
}

/** Whether anything of theirs is left to be sent: failed files wait for `retry`. Asked at every action, by several. */
export const selectHasWork = createSelector(
  [(state: State) => state.uploads.files, selectSessionOwner],
  (files, owner) => files.some((file) => file.progress.phase !== 'failed' && belongsTo(file, owner)),
);

/** What was uploaded, once nothing of it is left; undefined where it was somebody else's, or nothing. */
export function selectUploadEnd(state: State): UploadsDone | undefined {
  const { files, done } = state.uploads;
  const isTheirs = done.owner !== undefined && belongsTo(done.owner, selectSessionOwner(state));
  return files.length === 0 && isTheirs ? done : undefined;
}

/** A file, whoever it belongs to. */
export function selectUpload(state: WithUploads, id: string): UploadFile | undefined {
  return state.uploads.files.find((file) => file.id === id);
}

/** The file that the runner is to send next. */
export function selectNextUpload(state: State): UploadFile | undefined {
  return nextUpload(state.uploads.files, selectSessionOwner(state));
}

/** The file that the runner may begin now: none while the queue is paused. */
export function selectStartableUpload(state: State): UploadFile | undefined {
  return selectIsPaused(state) ? undefined : selectNextUpload(state);
}

/** True from a person's pause until they resume. */
export function selectIsPaused(state: WithUploads): boolean {
  return state.uploads.paused === true;
}

/** True once a person has withdrawn the queue, until the server was told. */
export function selectIsCancelling(state: WithUploads): boolean {
  return state.uploads.cancelling === true;
}

/** The person's files that failed and wait for `retry`. */
export function selectFailedIds(state: State): readonly string[] {
  return selectOwnUploads(state)
    .filter((file) => file.progress.phase === 'failed')
    .map((file) => file.id);
}

/** The whole queue in numbers; what has left it counts as sent. */
export interface UploadsSummary {
  readonly percent: number;
  /** Bytes. */
  readonly sent: number;
  /** Bytes. */
  readonly total: number;
  /** Bytes that are still to be sent; of failed files, none. */
  readonly left: number;
  readonly failed: number;
  readonly isActive: boolean;
}

/** True while files of whoever is signed in go up, or are about to, and nothing holds them up. */
export function selectIsMoving(state: State): boolean {
  const { hold, paused, cancelling } = state.uploads;
  const isStopped = hold !== undefined || paused === true || cancelling === true;
  return !isStopped && selectHasWork(state);
}

/** The queue's overall progress. */
export const selectUploadsSummary = createSelector(
  [selectOwnUploads, (state: State) => state.uploads.inFlight, (state: State) => state.uploads.done],
  (files, inFlight, done): UploadsSummary => {
    let sent = done.bytes;
    let total = done.bytes;
    let left = 0;
    let failed = 0;
    let isActive = false;
    for (const file of files) {
      const active = isUploadActive(file);
      total += file.size;
      const bytes = sentBytes(file, active ? inFlight : {});
      sent += bytes;
      if (file.progress.phase === 'failed') failed += 1;
      else left += file.size - bytes;
      isActive ||= active;
    }
    return { percent: percentOf(sent, total), sent, total, left, failed, isActive };
  },
);
