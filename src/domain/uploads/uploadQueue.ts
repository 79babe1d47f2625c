import { findItem, replaceItem, type Chunks } from '@data-manager/lib/chunks';
import { omit } from '@data-manager/lib/omit';
import type { Failure } from '../failures/failure';
import type { UploadFile, UploadsDone } from './upload';
import { withReached } from './uploadProgress';

/** The queue sends nothing until it is resumed. */
export interface Paused {
  readonly kind: 'paused';
  /** Why it was paused automatically: the storage accepts no file. */
  readonly fault?: Failure;
}

/** The status of the queue as a whole. An empty queue is never paused. */
export type QueueStatus =
  | { readonly kind: 'running' }
  /** The queue continues automatically. */
  | { readonly kind: 'waiting'; readonly reason: 'network' | 'session' }
  | Paused
  /** The server is aborting the uploads of these files. `paused`: the queue was paused before or after cancelling. */
  | { readonly kind: 'cancelling'; readonly ids: readonly string[]; readonly paused?: Paused };

/** The upload queue. `files` is in chunks because every event of a small file would copy a queue of thousands. */
export interface UploadsState {
  readonly files: Chunks<UploadFile>;
  readonly status: QueueStatus;
  readonly done: UploadsDone;
}

export const RUNNING = { kind: 'running' } as const satisfies QueueStatus;

export const NO_UPLOADS: UploadsState = { files: [], status: RUNNING, done: { files: 0, bytes: 0 } };

/** Returns the pause of a queue, even while it is being cancelled. */
export function pauseOf(status: QueueStatus): Paused | undefined {
  if (status.kind === 'cancelling') return status.paused;
  return status.kind === 'paused' ? status : undefined;
}

/** Finds a file of any owner. */
export function findFile({ files }: UploadsState, id: string): UploadFile | undefined {
  return findItem(files, (file) => file.id === id);
}

/** Replaces a file, or removes it. Shown bytes never decrease. */
export function replaceFile(state: UploadsState, file: UploadFile, changed?: UploadFile): UploadsState {
  return withFiles(state, replaceItem(state.files, file, changed && withReached(file, changed)));
}

/** Ends waiting for network or session if the state has changed. */
export function stopWaiting(before: UploadsState, after: UploadsState): UploadsState {
  return before !== after && after.status.kind === 'waiting' ? { ...after, status: RUNNING } : after;
}

/** An empty queue is not paused. */
export function withFiles(state: UploadsState, files: Chunks<UploadFile>): UploadsState {
  const { status } = state;
  if (files.length > 0 || pauseOf(status) === undefined) return { ...state, files };
  return { ...state, files, status: status.kind === 'cancelling' ? omit(status, 'paused') : RUNNING };
}
