import { failureNotice } from '../../domain/failures/failureText';
import { newUpload } from '../../domain/uploads/upload';
import { UPLOAD_MAX_BYTES } from '../../domain/uploads/uploadPlan';
import { call, put, select, takeAny, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { selectFailedIds, selectHasWork, selectOwnUploads } from './uploadsSelectors';
import {
  cancellingStarted,
  cancelRequested,
  filesQueued,
  filesRequeued,
  pauseRequested,
  queuePaused,
  queueResumed,
  resumeRequested,
  retryRequested,
  uploadRequested,
  type ChosenFile,
} from './uploadsSlice';

/** Turns commands into events. The runner reacts to the state of the queue, not to commands. */
export function* watchUploadCommands(): SagaOf<void> {
  for (;;) {
    const command = yield* takeAny(uploadRequested, cancelRequested, retryRequested, pauseRequested, resumeRequested);
    if (uploadRequested.match(command)) yield* queueFiles(command.payload.keyPrefix, command.payload.files);
    else if (retryRequested.match(command)) yield* requeueFiles(command.payload.id);
    else if (resumeRequested.match(command)) yield* put(queueResumed());
    else if (pauseRequested.match(command)) yield* pauseQueue();
    else yield* startCancelling();
  }
}

function* queueFiles(keyPrefix: string, chosen: readonly ChosenFile[]): SagaOf<void> {
  const { files, toast } = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) {
    for (const { id } of chosen) yield* call(files.release, id);
    return;
  }
  for (const { id, name, size } of chosen) {
    if (size <= UPLOAD_MAX_BYTES) continue;
    yield* call(files.release, id);
    yield* call(toast, failureNotice({ kind: 'file-too-large', fileName: name }).text, 'error');
  }
  const accepted = chosen.filter((file) => file.size <= UPLOAD_MAX_BYTES);
  if (accepted.length === 0) return;
  yield* put(filesQueued({ files: accepted.map((file) => newUpload(file, keyPrefix, owner)) }));
}

function* pauseQueue(): SagaOf<void> {
  if (yield* select(selectHasWork)) yield* put(queuePaused());
}

function* requeueFiles(id: string | undefined): SagaOf<void> {
  const failed = yield* select(selectFailedIds);
  const ids = id === undefined ? failed : failed.filter((one) => one === id);
  if (ids.length > 0) yield* put(filesRequeued({ ids }));
}

function* startCancelling(): SagaOf<void> {
  const files = yield* select(selectOwnUploads);
  if (files.length > 0) yield* put(cancellingStarted({ ids: files.map(({ id }) => id) }));
}
