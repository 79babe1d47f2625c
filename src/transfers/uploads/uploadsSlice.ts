import { createAction, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { UploadReceipt } from '@data-manager/domain/transfers/receipts';
import {
  addDone,
  failedWith,
  waitingAgain,
  withPart,
  type BytesInFlight,
  type ChosenFile,
  type UploadedPart,
  type UploadFile,
  type UploadIn,
  type UploadPhase,
  type UploadsDone,
} from '@data-manager/domain/uploads/upload';
import { sentBytes } from '@data-manager/domain/uploads/uploadProgress';
import {
  findFile,
  NO_UPLOADS,
  pauseOf,
  replaceFile,
  RUNNING,
  stopWaiting,
  withFiles,
  type Paused,
  type UploadsState,
} from '@data-manager/domain/uploads/uploadQueue';
import type { UploadChoice } from '@data-manager/domain/uploads/uploadResult';
import { appendItems, inChunks, joinChunks, someItem } from '@data-manager/lib/chunks';
import { omit } from '@data-manager/lib/omit';
import { isInPlace, placeDeleted } from '../deletedPlaces';
import { phaseReducer, plain, REMOVED, type ById } from '../machine/phaseReducer';

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

interface UploadStarted extends ById {
  readonly uploadId: string;
  readonly at: number;
  /** Bytes of each part, unless they are the default. */
  readonly partSize?: number;
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

const ACTIVE = ['starting', 'uploading', 'completing'] as const satisfies readonly UploadPhase[];

const { events, on } = phaseReducer<UploadsState, UploadFile, { readonly [Phase in UploadPhase]: UploadIn<Phase> }>({
  phaseOf: ({ progress }) => progress.phase,
  find: findFile,
  replace: replaceFile,
});

const progressed = on(['uploading'], (file, { inFlight }: ById & { readonly inFlight: BytesInFlight }) => ({
  ...file,
  progress: { ...file.progress, inFlight },
}));
const completed = on(['completing'], () => REMOVED);

const slice = createSlice({
  name: 'uploads',
  initialState: NO_UPLOADS,
  reducers: events({
    /** `done`: the part of the same upload that was completed before it was interrupted. */
    filesQueued: (state, { files, done: before = NOTHING_DONE }: QueuedFiles) => {
      const known = new Set(joinChunks(state.files).map((file) => file.id));
      const added = files.filter((file) => !known.has(file.id));
      if (added.length === 0) return state;
      const done = state.files.length === 0 ? NOTHING_DONE : state.done;
      const total = { ...done, files: done.files + before.files, bytes: done.bytes + before.bytes };
      return { ...state, files: appendItems(state.files, added), done: total };
    },
    startSent: on(['waiting'], (file) =>
      file.progress.session === undefined ? { ...file, progress: { phase: 'starting' } } : file,
    ),
    /** `at`: milliseconds since 1970. A file that is started again keeps its first `startedAt`. */
    uploadStarted: on(['starting'], (file, { uploadId, at, partSize }: UploadStarted) => ({
      ...omit(file, 'partSize'),
      ...(partSize !== undefined && { partSize }),
      startedAt: file.startedAt ?? at,
      progress: { phase: 'uploading', session: { uploadId, parts: [] }, inFlight: {} },
    })),
    uploadResumed: on(['waiting'], (file) => {
      const { session } = file.progress;
      return session === undefined ? file : { ...file, progress: { phase: 'uploading', session, inFlight: {} } };
    }),
    /** The server no longer has the upload: its parts are gone. */
    uploadIdLost: answered(on(['uploading', 'completing'], (file) => ({ ...file, progress: { phase: 'starting' } }))),
    progressSampled: (state, payload: ById & { readonly inFlight: BytesInFlight }) => {
      const after = progressed(state, payload);
      return sentBytesOf(after, payload.id) > sentBytesOf(state, payload.id) ? stopWaiting(state, after) : after;
    },
    partUploaded: on(['uploading'], (file, { part }: ById & { readonly part: UploadedPart }) => withPart(file, part)),
    partRetried: on<'uploading', PartRetry>(['uploading'], (file) => ({ ...file, retries: file.retries + 1 })),
    completionSent: answered(
      on(['uploading'], (file) => ({
        ...file,
        progress: { phase: 'completing', session: { ...file.progress.session, completionUncertain: true } },
      })),
    ),
    fileCompleted: (state, payload: FileCompleted) => {
      const file = findFile(state, payload.id);
      const after = completed(state, payload);
      return file === undefined || after === state ? state : { ...after, done: addDone(state.done, file) };
    },
    fileSetAside: answered(
      on(['waiting', ...ACTIVE], (file, { failure }: ById & { readonly failure: Failure }) =>
        failedWith(file, failure),
      ),
    ),
    /** The file waits again and keeps its session: the queue was paused, or another user has signed in. */
    fileReturnedToQueue: answered(on(ACTIVE, waitingAgain)),
    /** `mayReplace`: the user has decided to replace the files on the server. */
    filesRequeued: (state, { ids, mayReplace = false }: FilesRequeued) => {
      const retried = new Set(ids);
      const [act = ''] = ids;
      const isRetried = (file: UploadFile) => retried.has(file.id) && file.progress.phase === 'failed';
      if (!someItem(state.files, isRetried)) return state;
      const retry = (file: UploadFile): UploadFile =>
        isRetried(file) ? waitingAgain(mayReplace ? { ...omit(file, 'onlyIfAbsent', 'replaces'), act } : file) : file;
      return { ...state, files: state.files.map((chunk) => chunk.map(retry)) };
    },
    /** A failed file is no longer sent: it was deleted or changed on disk, or the user skips it. */
    fileRemoved: on(['failed'], () => REMOVED),
    waitingStarted: (state, { reason }: { readonly reason: 'network' | 'session' }) => {
      const { status } = state;
      const isNew = status.kind === 'running' || (status.kind === 'waiting' && status.reason !== reason);
      return isNew ? { ...state, status: { kind: 'waiting', reason } } : state;
    },
    waitingEnded: (state) => (state.status.kind === 'waiting' ? { ...state, status: RUNNING } : state),
    /** `fault`: set if the queue was paused automatically. */
    queuePaused: (state, pause: { readonly fault: Failure } | undefined) => {
      const { files, status } = state;
      if (files.length === 0 || pauseOf(status) !== undefined) return state;
      const paused: Paused = { kind: 'paused', ...pause };
      return { ...state, status: status.kind === 'cancelling' ? { ...status, paused } : paused };
    },
    queueResumed: (state) => {
      const { status } = state;
      if (pauseOf(status) === undefined) return state;
      return { ...state, status: status.kind === 'cancelling' ? omit(status, 'paused') : RUNNING };
    },
    /** `ids`: the files that are cancelled. Files chosen later stay in the queue. */
    cancellingStarted: (state, { ids }: { readonly ids: readonly string[] }) => {
      const { files, status } = state;
      if (files.length === 0 || status.kind === 'cancelling') return state;
      return { ...state, status: { kind: 'cancelling', ids, ...(status.kind === 'paused' && { paused: status }) } };
    },
    queueCancelled: (state, { ids }: { readonly ids: readonly string[] }) => {
      const cancelled = new Set(ids);
      const left = joinChunks(state.files).filter((file) => !cancelled.has(file.id));
      const rest = { ...withFiles(state, inChunks(left)), status: RUNNING };
      // A cancelled queue shows no summary of completed uploads, but replaced files can still be restored.
      const done = rest.done.replaced ? { ...rest.done, ...NOTHING_DONE } : NOTHING_DONE;
      return rest.files.length === 0 ? { ...rest, done } : rest;
    },
    endDismissed: (state) => (state.files.length === 0 ? { ...state, done: NOTHING_DONE } : state),
  }),
  extraReducers: (builder) =>
    builder.addCase(
      placeDeleted,
      plain((state: UploadsState, { path }: ReturnType<typeof placeDeleted>['payload']) => {
        const { sponsorId, project, dataset } = state.done.place ?? {};
        const uploadedTo = [sponsorId, project, dataset].filter((name) => name !== undefined).join('/');
        return state.files.length === 0 && isInPlace(uploadedTo, path) ? { ...state, done: NOTHING_DONE } : state;
      }),
    ),
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
  fileSetAside,
  fileReturnedToQueue,
  filesRequeued,
  fileRemoved,
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

/** The server has answered or the file is out, so the queue no longer waits. */
function answered<Payload>(event: (state: UploadsState, payload: Payload) => UploadsState) {
  return (state: UploadsState, payload: Payload): UploadsState => stopWaiting(state, event(state, payload));
}

function sentBytesOf(state: UploadsState, id: string): number {
  const file = findFile(state, id);
  return file === undefined ? 0 : sentBytes(file);
}
