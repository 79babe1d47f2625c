import { createAction, createSlice, isAnyOf, original, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../domain/failures/failure';
import {
  addDone,
  failedWith,
  sessionOf,
  waitingAgain,
  withPart,
  type BytesInFlight,
  type ReplaceCondition,
  type UploadedPart,
  type UploadFile,
  type UploadPhase,
  type UploadsDone,
} from '../../domain/uploads/upload';
import { sentBytes } from '../../domain/uploads/uploadProgress';
import type { UploadReceipt } from '../../domain/uploads/uploadReceipt';
import type { UploadChoice } from '../../domain/uploads/uploadResult';
import { appendItems, inChunks, joinChunks, someItem } from '../../lib/chunks';
import { omit } from '../../lib/omit';
import { isInPlace, placeDeleted } from '../deletedPlaces';
import {
  findFile,
  moveFile,
  NO_UPLOADS,
  pauseOf,
  removeFile,
  RUNNING,
  stopWaiting,
  updateFile,
  withFiles,
  type Paused,
  type UploadsState,
} from './uploadsState';

/** A file as the user chose it. Its `File` is already in the file registry under `id`. */
export interface ChosenFile extends ReplaceCondition {
  readonly id: string;
  readonly name: string;
  readonly newName?: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  readonly webkitRelativePath: string;
}

/** Files to upload to `{sponsor}/{keyPrefix}/…`. */
interface UploadRequest {
  readonly keyPrefix: string;
  readonly files: readonly ChosenFile[];
  /** The other decisions of the upload screen, which shows the result. */
  readonly choice?: UploadChoice;
}

interface QueuedFiles {
  readonly files: readonly UploadFile[];
  /** Set if the upload screen shows the result. */
  readonly request?: Required<Pick<UploadRequest, 'keyPrefix' | 'choice'>>;
  readonly done?: Pick<UploadsDone, 'files' | 'bytes'>;
}

interface ById {
  readonly id: string;
}

/** The server has completed an upload. `lastFile`: it was marked as the last file. */
interface FileCompleted extends ById {
  readonly receipt: UploadReceipt;
  readonly uploadId: string;
  readonly lastFile: boolean;
}

interface FilesRequeued {
  readonly ids: readonly string[];
  readonly mayReplace?: boolean;
}

/** An attempt to send a part failed; the next one follows after `waitMs` milliseconds. */
interface PartRetry extends ById {
  readonly partNumber: number;
  readonly tries: number;
  readonly waitMs: number;
  readonly failure: Failure;
}

/** Command: upload files. */
export const uploadRequested = createAction<UploadRequest>('uploads/uploadRequested');
/** Command: abort all uploads and empty the queue. */
export const cancelRequested = createAction('uploads/cancelRequested');
/** Command: send nothing until the queue is resumed. Parts in flight that are nearly sent are finished first. */
export const pauseRequested = createAction('uploads/pauseRequested');
/** Command: continue a paused queue. */
export const resumeRequested = createAction('uploads/resumeRequested');
/** Command: for one file whose name is taken on the server, or for all of them: replace the file there, or don't upload. */
export const takenNameRequested = createAction<{ readonly decision: 'replace' | 'skip'; readonly id?: string }>(
  'uploads/takenNameRequested',
);
/** Command: retry one failed file, or all of them. */
export const retryRequested = createAction<{ readonly id?: string }>('uploads/retryRequested');

const NOTHING_DONE: UploadsDone = { files: 0, bytes: 0 };

/** An event that does not fit the state changes nothing, so a late response is harmless. */
const slice = createSlice({
  name: 'uploads',
  initialState: NO_UPLOADS,
  reducers: {
    /** `done`: the part of the same upload that was completed before it was interrupted. */
    filesQueued: plain((state, { files, done: before = NOTHING_DONE }: QueuedFiles) => {
      const known = new Set(joinChunks(state.files).map((file) => file.id));
      const added = files.filter((file) => !known.has(file.id));
      if (added.length === 0) return state;
      const done = state.files.length === 0 ? NOTHING_DONE : state.done;
      const total = { ...done, files: done.files + before.files, bytes: done.bytes + before.bytes };
      return { ...state, files: appendItems(state.files, added), done: total };
    }),
    startSent: plain((state, { id }: ById) =>
      moveFile(state, id, ['waiting'], (file) => (sessionOf(file) === undefined ? { phase: 'starting' } : undefined)),
    ),
    /** `at`: milliseconds since 1970. A file that is started again keeps its first `startedAt`. */
    uploadStarted: plain((state, { id, uploadId, at }: ById & { readonly uploadId: string; readonly at: number }) =>
      updateFile(state, id, ['starting'], (file) => ({
        ...file,
        startedAt: file.startedAt ?? at,
        progress: { phase: 'uploading', session: { uploadId, parts: [] }, inFlight: {} },
      })),
    ),
    uploadResumed: plain((state, { id }: ById) =>
      moveFile(state, id, ['waiting'], (file) => {
        const session = sessionOf(file);
        return session && { phase: 'uploading', session, inFlight: {} };
      }),
    ),
    /** The server no longer has the upload: its parts are gone. */
    uploadIdLost: plain((state, { id }: ById) =>
      stopWaiting(
        state,
        moveFile(state, id, ['uploading', 'completing'], () => ({ phase: 'starting' })),
      ),
    ),
    progressSampled: plain((state, { id, inFlight }: ById & { readonly inFlight: BytesInFlight }) => {
      const after = moveFile(state, id, ['uploading'], ({ progress }) =>
        progress.phase === 'uploading' ? { ...progress, inFlight } : undefined,
      );
      return sentBytesOf(after, id) > sentBytesOf(state, id) ? stopWaiting(state, after) : after;
    }),
    partUploaded: plain((state, { id, part }: ById & { readonly part: UploadedPart }) =>
      moveFile(state, id, ['uploading'], (file) => withPart(file.progress, part)),
    ),
    partRetried: plain((state, { id }: PartRetry) =>
      updateFile(state, id, ['uploading'], (file) => ({ ...file, retries: file.retries + 1 })),
    ),
    completionSent: plain((state, { id }: ById) =>
      stopWaiting(
        state,
        moveFile(state, id, ['uploading'], (file) => {
          const session = sessionOf(file);
          return session && { phase: 'completing', session: { ...session, completionUncertain: true } };
        }),
      ),
    ),
    fileCompleted: plain((state, { id }: FileCompleted) => {
      const file = findFile(state, id);
      if (file?.progress.phase !== 'completing') return state;
      return { ...removeFile(state, file), done: addDone(state.done, file) };
    }),
    fileFailed: plain((state, { id, failure }: ById & { readonly failure: Failure }) =>
      stopWaiting(
        state,
        moveFile(state, id, ['waiting', ...ACTIVE], (file) => failedWith(file, failure)),
      ),
    ),
    /** The file waits again and keeps its session: the queue was paused, or another user has signed in. */
    fileReturnedToQueue: plain((state, { id }: ById) => stopWaiting(state, moveFile(state, id, ACTIVE, waitingAgain))),
    /** `mayReplace`: the user has decided to replace the files on the server. */
    filesRequeued: plain((state, { ids, mayReplace = false }: FilesRequeued) => {
      const retried = new Set(ids);
      const isRetried = (file: UploadFile) => retried.has(file.id) && file.progress.phase === 'failed';
      if (!someItem(state.files, isRetried)) return state;
      const retry = (file: UploadFile): UploadFile =>
        isRetried(file)
          ? { ...(mayReplace ? omit(file, 'onlyIfAbsent', 'replaces') : file), progress: waitingAgain(file) }
          : file;
      return { ...state, files: state.files.map((chunk) => chunk.map(retry)) };
    }),
    /** A failed file is no longer sent: it was deleted or changed on disk, or the user skips it. */
    fileWithdrawn: plain((state, { id }: ById) => {
      const file = findFile(state, id);
      return file?.progress.phase === 'failed' ? removeFile(state, file) : state;
    }),
    waitingStarted(state, { payload: { reason } }: PayloadAction<{ readonly reason: 'network' | 'session' }>) {
      const { status } = state;
      const isNew = status.kind === 'running' || (status.kind === 'waiting' && status.reason !== reason);
      if (isNew) state.status = { kind: 'waiting', reason };
    },
    waitingEnded(state) {
      if (state.status.kind === 'waiting') state.status = RUNNING;
    },
    /** `fault`: set if the queue was paused automatically. */
    queuePaused(state, { payload }: PayloadAction<{ readonly fault: Failure } | undefined>) {
      if (state.files.length === 0 || pauseOf(state.status) !== undefined) return;
      const paused: Paused = { kind: 'paused', ...payload };
      if (state.status.kind === 'cancelling') state.status.paused = paused;
      else state.status = paused;
    },
    queueResumed(state) {
      if (state.status.kind === 'paused') state.status = RUNNING;
      else if (state.status.kind === 'cancelling') delete state.status.paused;
    },
    /** `ids`: the files that are cancelled. Files chosen later stay in the queue. */
    cancellingStarted(state, { payload: { ids } }: PayloadAction<{ readonly ids: readonly string[] }>) {
      const { status } = state;
      if (state.files.length === 0 || status.kind === 'cancelling') return;
      state.status = { kind: 'cancelling', ids: [...ids], ...(status.kind === 'paused' && { paused: status }) };
    },
    queueCancelled: plain((state, { ids }: { readonly ids: readonly string[] }) => {
      const cancelled = new Set(ids);
      const left = joinChunks(state.files).filter((file) => !cancelled.has(file.id));
      const rest = { ...withFiles(state, inChunks(left)), status: RUNNING };
      // A cancelled queue shows no summary of completed uploads.
      return rest.files.length === 0 ? { ...rest, done: NOTHING_DONE } : rest;
    }),
    endDismissed(state) {
      if (state.files.length === 0) state.done = NOTHING_DONE;
    },
  },
  extraReducers: (builder) =>
    builder.addCase(placeDeleted, (state, { payload: { path } }) => {
      const { sponsorId, project, dataset } = state.done.place ?? {};
      const uploadedTo = [sponsorId, project, dataset].filter((name) => name !== undefined).join('/');
      if (state.files.length === 0 && isInPlace(uploadedTo, path)) state.done = NOTHING_DONE;
    }),
});

export const uploadsReducer = slice.reducer;
export const {
  filesQueued,
  startSent,
  uploadStarted,
  uploadResumed,
  uploadIdLost,
  progressSampled,
  partUploaded,
  partRetried,
  completionSent,
  fileCompleted,
  fileFailed,
  fileReturnedToQueue,
  filesRequeued,
  fileWithdrawn,
  waitingStarted,
  waitingEnded,
  queuePaused,
  queueResumed,
  cancellingStarted,
  queueCancelled,
  endDismissed,
} = slice.actions;

/** The events of a file that uploads without errors. Small files cause dozens of them per second. */
export const isFrequentUploadEvent = isAnyOf(
  startSent,
  uploadStarted,
  progressSampled,
  partUploaded,
  completionSent,
  fileCompleted,
);

/**
 * Creates a case reducer from a function over the plain state. A draft would create a proxy for each file that is
 * accessed, and a small file causes five events. Immer does not descend into a frozen result.
 */
function plain<Payload>(reduce: (state: UploadsState, payload: Payload) => UploadsState) {
  return (draft: Draft<UploadsState>, { payload }: PayloadAction<Payload>): UploadsState =>
    Object.freeze(reduce(original(draft) as UploadsState, payload));
}

function sentBytesOf(state: UploadsState, id: string): number {
  const file = findFile(state, id);
  return file === undefined ? 0 : sentBytes(file);
}

const ACTIVE: readonly UploadPhase[] = ['starting', 'uploading', 'completing'];
