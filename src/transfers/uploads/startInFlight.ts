import type { Task } from 'redux-saga';
import { startUpload } from '../../api/gateways';
import type { Failure } from '../../domain/failures/failure';
import type { UploadFile } from '../../domain/uploads/upload';
import type { Result } from '../../lib/result';
import { call, join, put, spawn, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { startSent, uploadStarted } from './uploadsSlice';
import { withRetry } from './withRetry';

type StartAnswer = Result<{ readonly uploadId: string }, Failure>;

/** A `POST /upload/start` on its way. It outlives a cancellation: an upload that the server began has to be told off. */
export interface StartInFlight {
  current?: { readonly id: string; readonly task: Task<StartAnswer> };
}

/** Has the server begin an upload. */
export function* beginUpload(file: UploadFile, start: StartInFlight): SagaOf<StartAnswer> {
  yield* put(startSent({ id: file.id }));
  return yield* withRetry(file, function* () {
    const task = yield* spawn(requestStart, file.key);
    start.current = { id: file.id, task };
    const outcome = yield* join(task);
    delete start.current;
    return outcome;
  });
}

function* requestStart(key: string): SagaOf<StartAnswer> {
  return yield* call(startUpload, key);
}

/** Waits for a start whose asker was cancelled, and notes the upload id that it brings. */
export function* settleStart(start: StartInFlight): SagaOf<void> {
  if (start.current === undefined) return;
  const { id, task } = start.current;
  const outcome = yield* join(task);
  // Not before: whoever is cancelled while they wait leaves the rest to the next.
  delete start.current;
  if (!outcome.ok) return;
  const ports = yield* getPorts();
  yield* put(uploadStarted({ id, uploadId: outcome.value.uploadId, at: ports.clock.now() }));
}
