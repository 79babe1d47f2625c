import type { Failure } from '../../domain/failures/failure';
import type { UploadFile, UploadPhase, UploadProgress, UploadsDone } from '../../domain/uploads/upload';
import { withReached } from '../../domain/uploads/uploadProgress';
import { omit } from '../../lib/omit';

/** The queue sends nothing until it is resumed. */
export interface Paused {
  readonly kind: 'paused';
  /** Why it was paused automatically: the storage accepts no file. */
  readonly fault?: Failure;
}

/** The status of the queue as a whole. An empty queue is never paused. */
export type QueueStatus =
  | { readonly kind: 'running' }
  /** The queue continues by itself. */
  | { readonly kind: 'waiting'; readonly reason: 'network' | 'session' }
  | Paused
  /** The server is aborting the uploads of these files. `paused`: the queue was paused before or after cancelling. */
  | { readonly kind: 'cancelling'; readonly ids: readonly string[]; readonly paused?: Paused };

/** The upload queue. `files` is an array because copying a map of 10,000 entries takes 300 times as long. */
export interface UploadsState {
  readonly files: readonly UploadFile[];
  readonly status: QueueStatus;
  readonly done: UploadsDone;
}

export const RUNNING = { kind: 'running' } as const satisfies QueueStatus;

/** The pause of a queue, also while it is being cancelled. */
export function pauseOf(status: QueueStatus): Paused | undefined {
  return status.kind === 'cancelling' ? status.paused : status.kind === 'paused' ? status : undefined;
}

/** Replaces a file that is in one of the phases; undefined leaves it as it is. */
export function updateFile(
  state: UploadsState,
  id: string,
  phases: readonly UploadPhase[],
  update: (file: UploadFile) => UploadFile | undefined,
): UploadsState {
  const index = state.files.findIndex((file) => file.id === id);
  const file = state.files[index];
  const updated = file && phases.includes(file.progress.phase) ? update(file) : undefined;
  if (updated === undefined) return state;
  const files = state.files.slice();
  files[index] = updated;
  return { ...state, files };
}

/** Replaces the progress of a file that is in one of the phases; undefined leaves it as it is. */
export function moveFile(
  state: UploadsState,
  id: string,
  phases: readonly UploadPhase[],
  next: (file: UploadFile) => UploadProgress | undefined,
): UploadsState {
  return updateFile(state, id, phases, (file) => {
    const progress = next(file);
    return progress && withReached(file, { ...file, progress });
  });
}

/** Ends waiting for network or session if the state has changed. */
export function stopWaiting(before: UploadsState, after: UploadsState): UploadsState {
  return before !== after && after.status.kind === 'waiting' ? { ...after, status: RUNNING } : after;
}

export function removeFile(state: UploadsState, file: UploadFile): UploadsState {
  return withFiles(
    state,
    state.files.filter((one) => one !== file),
  );
}

/** An empty queue is not paused. */
export function withFiles(state: UploadsState, files: readonly UploadFile[]): UploadsState {
  const { status } = state;
  if (files.length > 0 || pauseOf(status) === undefined) return { ...state, files };
  return { ...state, files, status: status.kind === 'cancelling' ? omit(status, 'paused') : RUNNING };
}
