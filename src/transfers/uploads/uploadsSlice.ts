import { createAction, isAnyOf } from '@reduxjs/toolkit';
import type { Failure } from '../../domain/failures/failure';
import type { UploadedPart, UploadFile } from '../../domain/uploads/upload';
import type { UploadedPlace } from '../../domain/uploads/uploadKey';
import type { BytesInFlight } from '../../domain/uploads/uploadProgress';
import type { UploadReceipt } from '../../domain/uploads/uploadReceipt';

/** Why the queue stands still without being at fault. */
export type UploadHold = 'network' | 'session';

/** The upload queue. An array, not a map of entities: copying a map of 10,000 takes 300 times as long. */
export interface UploadsState {
  readonly files: readonly UploadFile[];
  /** Bytes on the wire of the active file, sampled. */
  readonly inFlight: BytesInFlight;
  readonly hold?: UploadHold;
  /** Stopped until a person resumes it. */
  readonly paused?: true;
  /** Why it was paused, where no person did it: the storage takes no file. */
  readonly fault?: Failure;
  /** Withdrawn by a person, and the server is being told. */
  readonly cancelling?: true;
  readonly done: UploadsDone;
}

/** What has left the queue since it was last empty: kept after it, until another one begins or somebody has read it. */
export interface UploadsDone {
  readonly files: number;
  readonly bytes: number;
  /** Whose files they were. */
  readonly owner?: Pick<UploadFile, 'sponsorId' | 'userId'>;
  /** What their places have in common. */
  readonly place?: UploadedPlace;
}

/** A file as a person chose it; the `File` was put into the registry under `id` before. */
export interface ChosenFile {
  readonly id: string;
  readonly name: string;
  readonly newName?: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  readonly webkitRelativePath: string;
}

interface ById {
  readonly id: string;
}

/** Wish: send files to `{sponsor}/{keyPrefix}/…`. */
export const uploadRequested = createAction<{ readonly keyPrefix: string; readonly files: readonly ChosenFile[] }>(
  'uploads/uploadRequested',
);
/** Wish, confirmed by the person: stop, and forget the queue. */
export const cancelRequested = createAction('uploads/cancelRequested');
/** Wish: take everything off the wire, and send nothing until it is resumed. */
export const pauseRequested = createAction('uploads/pauseRequested');
/** Wish: go on where the queue was paused. */
export const resumeRequested = createAction('uploads/resumeRequested');
/** Wish: try one failed file again, or all. */
export const retryRequested = createAction<{ readonly id?: string }>('uploads/retryRequested');

export const filesQueued = createAction<{ readonly files: readonly UploadFile[] }>('uploads/filesQueued');
export const startSent = createAction<ById>('uploads/startSent');
/** The server has begun an upload for the file. `at`: milliseconds since 1970. */
export const uploadStarted = createAction<ById & { readonly uploadId: string; readonly at: number }>(
  'uploads/uploadStarted',
);
/** A file that was begun before goes on with the parts that the server has. */
export const uploadResumed = createAction<ById>('uploads/uploadResumed');
/** The server no longer knows the upload: its parts are gone. */
export const uploadIdLost = createAction<ById>('uploads/uploadIdLost');
export const progressSampled = createAction<ById & { readonly inFlight: BytesInFlight }>('uploads/progressSampled');
export const partUploaded = createAction<ById & { readonly part: UploadedPart }>('uploads/partUploaded');
/** A try failed and another follows after so many milliseconds. */
export const partRetried = createAction<
  ById & { readonly partNumber: number; readonly tries: number; readonly waitMs: number; readonly failure: Failure }
>('uploads/partRetried');
export const completionSent = createAction<ById>('uploads/completionSent');
/** The server has put the file together; the receipt says what was proven. */
export const fileCompleted = createAction<ById & { readonly receipt: UploadReceipt }>('uploads/fileCompleted');
export const fileFailed = createAction<ById & { readonly failure: Failure }>('uploads/fileFailed');
/** Put back among the waiting, with what it has: the queue was paused, or somebody else has signed in. */
export const fileReturnedToQueue = createAction<ById>('uploads/fileReturnedToQueue');
export const filesRequeued = createAction<{ readonly ids: readonly string[] }>('uploads/filesRequeued');
export const waitingStarted = createAction<{ readonly reason: UploadHold }>('uploads/waitingStarted');
export const waitingEnded = createAction('uploads/waitingEnded');
export const queuePaused = createAction<{ readonly fault: Failure } | undefined>('uploads/queuePaused');
export const queueResumed = createAction('uploads/queueResumed');
export const cancellingStarted = createAction('uploads/cancellingStarted');
export const queueCancelled = createAction<{ readonly ids: readonly string[] }>('uploads/queueCancelled');
/** Somebody has read that all is uploaded. */
export const endDismissed = createAction('uploads/endDismissed');

/** The facts of a file's regular way. With small files they come by dozens a second. */
export const isFrequentUploadEvent = isAnyOf(
  startSent,
  uploadStarted,
  progressSampled,
  partUploaded,
  completionSent,
  fileCompleted,
);
