import { createSelector, weakMapMemoize } from '@reduxjs/toolkit';
import type { Follow } from '@data-manager/domain/follow/follow';
import { isLastFile } from '@data-manager/domain/follow/lastFile';
import { belongsTo, type SessionOwner } from '@data-manager/domain/session/session';
import type { QueuedFile } from '@data-manager/domain/uploads/arrivals';
import {
  isTaken,
  isUploadActive,
  isUploadPending,
  nextUpload,
  type UploadFile,
  type UploadsDone,
} from '@data-manager/domain/uploads/upload';
import { holdOf, type UploadHold } from '@data-manager/domain/uploads/uploadHold';
import { percentOf, sentBytes, shownBytes } from '@data-manager/domain/uploads/uploadProgress';
import { findFile, pauseOf, type UploadsState } from '@data-manager/domain/uploads/uploadQueue';
import { findItem, itemsOf, joinChunks, someItem } from '@data-manager/lib/chunks';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';

export interface WithUploads {
  readonly uploads: UploadsState;
}

type State = WithUploads & WithSession;

const NONE: readonly UploadFile[] = [];

/** Returns the files of all users, in the order in which they were chosen. */
export function selectAllUploads({ uploads }: WithUploads): readonly UploadFile[] {
  return joinChunks(uploads.files);
}

// An event changes one chunk of the queue, so selectors that visit each file are cached by chunk.

type Chunk = readonly UploadFile[];
type Owner = SessionOwner | undefined;

const ownFilesOf = weakMapMemoize((chunk: Chunk, owner: Owner) => chunk.filter((file) => belongsTo(file, owner)));

const failedFilesOf = weakMapMemoize((chunk: Chunk, owner: Owner) =>
  ownFilesOf(chunk, owner).filter((file) => file.progress.phase === 'failed'),
);

/** The signed-in user's files, in the order in which they were chosen. */
export const selectOwnUploads = selectFromChunks(ownFilesOf);

/** The signed-in user's failed files. */
export const selectFailedUploads = selectFromChunks(failedFilesOf);

const takenFilesOf = weakMapMemoize((chunk: Chunk, owner: Owner) => failedFilesOf(chunk, owner).filter(isTaken));

/** The signed-in user's files that failed because the server has files of their names. */
export const selectTakenUploads = selectFromChunks(takenFilesOf);

function selectFromChunks(filesOf: (chunk: Chunk, owner: Owner) => Chunk) {
  return createSelector([(state: State) => state.uploads.files, selectSessionOwner], (chunks, owner) => {
    const files = joinChunks(chunks.map((chunk) => filesOf(chunk, owner)));
    return files.length === 0 ? NONE : files;
  });
}

const queuedBelow = weakMapMemoize((chunk: Chunk, owner: Owner, prefix: string): readonly QueuedFile[] =>
  ownFilesOf(chunk, owner)
    .filter(({ key }) => key.startsWith(prefix))
    .map(({ key, size, progress }) => ({ key, size, isFailed: progress.phase === 'failed' })),
);

/** Returns the signed-in user's files whose keys have a prefix. The array is new after each progress of a file. */
export function selectQueueBelow(state: State, prefix: string): readonly QueuedFile[] {
  const owner = selectSessionOwner(state);
  return joinChunks(state.uploads.files.map((chunk) => queuedBelow(chunk, owner, prefix)));
}

/**
 * Returns true if the signed-in user has files in the queue. Evaluated with every action, so it stops at the first one.
 */
export function selectHasUploads(state: State): boolean {
  const owner = selectSessionOwner(state);
  return someItem(state.uploads.files, (file) => belongsTo(file, owner));
}

/** True while the signed-in user has files that have not failed. */
export const selectHasWork = createSelector(
  [(state: State) => state.uploads.files, selectSessionOwner],
  (chunks, owner) => someItem(chunks, (file) => isUploadPending(file) && belongsTo(file, owner)),
);

/** Returns the files that the signed-in user has uploaded, once the queue is empty. */
export function selectUploadEnd(state: State): UploadsDone | undefined {
  const { files, done } = state.uploads;
  const isOwn = done.owner !== undefined && belongsTo(done.owner, selectSessionOwner(state));
  return files.length === 0 && isOwn ? done : undefined;
}

/** Finds a file of any owner. */
export function selectUpload(state: WithUploads, id: string): UploadFile | undefined {
  return findFile(state.uploads, id);
}

/** Returns true if no other file has to be sent before the upload is complete. Folders that are followed decide it, too. */
export function selectIsLastFile(
  { uploads, follows }: State & { readonly follows: { readonly items: readonly Follow[] } },
  file: UploadFile,
): boolean {
  return isLastFile(file, itemsOf(uploads.files), follows.items);
}

/** Returns the file that may be started now; none while the queue is paused. */
export function selectStartableUpload(state: State): UploadFile | undefined {
  return selectIsPaused(state) ? undefined : nextUpload(itemsOf(state.uploads.files), selectSessionOwner(state));
}

export function selectIsPaused({ uploads }: WithUploads): boolean {
  return pauseOf(uploads.status) !== undefined;
}

/** Returns the file that is being uploaded. */
export function selectActiveUpload({ uploads }: WithUploads): UploadFile | undefined {
  return findItem(uploads.files, isUploadActive);
}

/** Returns true while a paused queue still finishes the parts that are nearly sent. */
export function selectIsPausing(state: WithUploads): boolean {
  return state.uploads.status.kind === 'paused' && someItem(state.uploads.files, isUploadActive);
}

/** Returns why no file is being sent; undefined while the queue is running. */
export function selectUploadHold({ uploads }: WithUploads): UploadHold | undefined {
  return holdOf(uploads.status);
}

const HOLD_WORDS: Readonly<Record<UploadHold, string>> = {
  offline: 'Offline',
  signedOut: 'Signed out',
  paused: 'Paused',
  cancelling: 'Cancelling',
};

/** Returns why the queue is not running, as its rows show it; undefined while it is running. */
export function selectStateText(state: WithUploads): string | undefined {
  const hold = selectUploadHold(state);
  return selectIsPausing(state) ? 'Pausing…' : hold && HOLD_WORDS[hold];
}

export function selectIsCancelling({ uploads }: WithUploads): boolean {
  return uploads.status.kind === 'cancelling';
}

/** Returns the ids of the signed-in user's failed files. */
export function selectFailedIds(state: State): readonly string[] {
  return selectFailedUploads(state).map((file) => file.id);
}

/** Returns true while the signed-in user's files are being uploaded: not paused, waiting or cancelled. */
export function selectIsMoving(state: State): boolean {
  return state.uploads.status.kind === 'running' && selectHasWork(state);
}

/** Totals of the whole queue; completed files count as sent. */
export interface UploadsSummary {
  readonly percent: number;
  /** Number of files, completed files included. */
  readonly files: number;
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

type Totals = Omit<UploadsSummary, 'percent'>;

const totalsOf = weakMapMemoize((chunk: Chunk, owner: Owner): Totals => {
  const totals = { ...NO_TOTALS };
  for (const file of ownFilesOf(chunk, owner)) {
    const bytes = sentBytes(file);
    totals.files += 1;
    totals.total += file.size;
    totals.sent += shownBytes(file);
    totals.received += bytes;
    if (isUploadPending(file)) totals.left += file.size - bytes;
    else totals.failed += 1;
    totals.isActive ||= isUploadActive(file);
  }
  return totals;
});

const NO_TOTALS: Totals = { files: 0, sent: 0, total: 0, received: 0, left: 0, failed: 0, isActive: false };

export const selectUploadsSummary = createSelector(
  [(state: State) => state.uploads.files, selectSessionOwner, (state: State) => state.uploads.done],
  (chunks, owner, { files, bytes }): UploadsSummary => {
    const sum = { ...NO_TOTALS, files, sent: bytes, total: bytes, received: bytes };
    for (const chunk of chunks) {
      const totals = totalsOf(chunk, owner);
      sum.files += totals.files;
      sum.sent += totals.sent;
      sum.total += totals.total;
      sum.received += totals.received;
      sum.left += totals.left;
      sum.failed += totals.failed;
      sum.isActive ||= totals.isActive;
    }
    return { percent: percentOf(sum.sent, sum.total), ...sum };
  },
);
