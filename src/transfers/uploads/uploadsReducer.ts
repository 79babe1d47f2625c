import { sessionOf, type UploadFile, type UploadPhase, type UploadProgress } from '../../domain/uploads/upload';
import { placeOfKey, sharedPlace } from '../../domain/uploads/uploadKey';
import type { BytesInFlight } from '../../domain/uploads/uploadProgress';
import { asFailed, asWaiting, withPart } from '../../domain/uploads/uploadSteps';
import { omit } from '../../lib/omit';
import { on, plainReducer } from '../../lib/plainReducer';
import {
  cancellingStarted,
  completionSent,
  endDismissed,
  fileCompleted,
  fileFailed,
  fileReturnedToQueue,
  filesQueued,
  filesRequeued,
  partRetried,
  partUploaded,
  progressSampled,
  queueCancelled,
  queuePaused,
  queueResumed,
  startSent,
  uploadIdLost,
  uploadResumed,
  uploadStarted,
  waitingEnded,
  waitingStarted,
  type UploadsDone,
  type UploadsState,
} from './uploadsSlice';

const initialState: UploadsState = { files: [], inFlight: {}, done: { files: 0, bytes: 0 } };

/** Changes the file if it is in one of the phases; an event that does not fit is ignored. */
function change(
  state: UploadsState,
  id: string,
  phases: readonly UploadPhase[],
  to: (file: UploadFile) => UploadFile | undefined,
): UploadsState {
  const index = state.files.findIndex((file) => file.id === id);
  const file = state.files[index];
  if (file === undefined || !phases.includes(file.progress.phase)) return state;
  const changed = to(file);
  if (changed === undefined) return state;
  const files = state.files.slice();
  files[index] = changed;
  return { ...state, files };
}

/** Moves the file on to another phase. */
function move(
  state: UploadsState,
  id: string,
  phases: readonly UploadPhase[],
  to: (file: UploadFile) => UploadProgress | undefined,
): UploadsState {
  return change(state, id, phases, (file) => {
    const progress = to(file);
    return progress && { ...file, progress };
  });
}

const ACTIVE: readonly UploadPhase[] = ['starting', 'uploading', 'completing'];

/** Nothing of the file is on the wire any more, and nothing is waited for. */
function atRest(before: UploadsState, after: UploadsState): UploadsState {
  return before === after ? before : { ...release(after), inFlight: {} };
}

function without(state: UploadsState, leaves: (file: UploadFile) => boolean): UploadsState {
  const files = state.files.filter((file) => !leaves(file));
  if (files.length === state.files.length) return state;
  const rest = { ...state, files, inFlight: {} };
  return files.length === 0 ? resume(rest) : rest;
}

export const uploadsReducer = plainReducer<UploadsState>(initialState, [
  on(filesQueued, (state, { files }) => {
    const known = new Set(state.files.map((file) => file.id));
    const added = files.filter((file) => !known.has(file.id));
    if (added.length === 0) return state;
    const done = state.files.length === 0 ? initialState.done : state.done;
    return { ...state, files: [...state.files, ...added], done };
  }),
  on(startSent, (state, { id }) =>
    move(state, id, ['waiting'], (file) => (sessionOf(file) === undefined ? { phase: 'starting' } : undefined)),
  ),
  on(uploadStarted, (state, { id, uploadId, at }) =>
    change(state, id, ['starting'], (file) => ({
      ...file,
      // Of a file that is sent anew, the first time counts.
      startedAt: file.startedAt ?? at,
      progress: { phase: 'uploading', session: { uploadId, parts: [] } },
    })),
  ),
  on(uploadResumed, (state, { id }) =>
    move(state, id, ['waiting'], (file) => {
      const session = sessionOf(file);
      return session && { phase: 'uploading', session };
    }),
  ),
  on(uploadIdLost, (state, { id }) =>
    atRest(
      state,
      move(state, id, ['uploading', 'completing'], () => ({ phase: 'starting' })),
    ),
  ),
  on(progressSampled, (state, { id, inFlight }) =>
    state.files.some((file) => file.id === id && file.progress.phase === 'uploading') ? { ...state, inFlight } : state,
  ),
  on(partUploaded, (state, { id, part }) => {
    const inFlight: BytesInFlight = omit(state.inFlight, part.partNumber);
    const moved = move(state, id, ['uploading'], (file) => withPart(file, part));
    return moved === state ? state : { ...moved, inFlight };
  }),
  on(partRetried, (state, { id }) =>
    change(state, id, ['uploading'], (file) => ({ ...file, retries: file.retries + 1 })),
  ),
  on(completionSent, (state, { id }) =>
    atRest(
      state,
      move(state, id, ['uploading'], (file) => {
        const session = sessionOf(file);
        return session && { phase: 'completing', session: { ...session, completionUncertain: true } };
      }),
    ),
  ),
  on(fileCompleted, (state, { id }) => {
    const file = state.files.find((one) => one.id === id);
    if (file?.progress.phase !== 'completing') return state;
    return { ...without(state, (one) => one.id === id), done: withDone(state.done, file) };
  }),
  on(fileFailed, (state, { id, failure }) =>
    atRest(
      state,
      move(state, id, ['waiting', ...ACTIVE], (file) => asFailed(file, failure)),
    ),
  ),
  on(fileReturnedToQueue, (state, { id }) => atRest(state, move(state, id, ACTIVE, asWaiting))),
  on(filesRequeued, (state, { ids }) => {
    const asked = new Set(ids);
    const isRetried = (file: UploadFile): boolean => asked.has(file.id) && file.progress.phase === 'failed';
    if (!state.files.some(isRetried)) return state;
    const requeue = (file: UploadFile): UploadFile => ({ ...file, progress: asWaiting(file) });
    return { ...state, files: state.files.map((file) => (isRetried(file) ? requeue(file) : file)) };
  }),
  on(waitingStarted, (state, { reason }) => (state.hold === reason ? state : { ...state, hold: reason })),
  on(waitingEnded, release),
  on(queuePaused, (state, why) =>
    state.files.length === 0 || state.paused === true ? state : { ...state, paused: true, ...why },
  ),
  on(queueResumed, resume),
  on(cancellingStarted, (state) => (state.files.length === 0 ? state : { ...state, cancelling: true })),
  on(queueCancelled, (state, { ids }) => {
    const asked = new Set(ids);
    const rest = omit(resume(release(state)), 'cancelling');
    const left = without(rest, (file) => asked.has(file.id));
    // Nobody is told that all is uploaded of what was withdrawn.
    return left.files.length === 0 ? { ...left, done: initialState.done } : left;
  }),
  on(endDismissed, (state) => (state.files.length > 0 ? state : { ...state, done: initialState.done })),
]);

function withDone(done: UploadsDone, { sponsorId, userId, key, size }: UploadFile): UploadsDone {
  const place = placeOfKey(key);
  return {
    files: done.files + 1,
    bytes: done.bytes + size,
    owner: { sponsorId, userId },
    place: done.place === undefined ? place : sharedPlace(done.place, place),
  };
}

function resume(state: UploadsState): UploadsState {
  return state.paused === undefined ? state : omit(omit(state, 'paused'), 'fault');
}

function release(state: UploadsState): UploadsState {
  return state.hold === undefined ? state : omit(state, 'hold');
}
