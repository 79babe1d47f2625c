import { failureNotice } from '../../domain/failures/failureText';
import type { SessionOwner } from '../../domain/session/session';
import type { UploadFile } from '../../domain/uploads/upload';
import { uploadKey, uploadName } from '../../domain/uploads/uploadKey';
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
  yield* put(filesQueued({ files: accepted.map((file) => toUploadFile(file, keyPrefix, owner)) }));
}

function toUploadFile(file: ChosenFile, keyPrefix: string, { sponsorId, userId }: SessionOwner): UploadFile {
  const { id, name, size, lastModified, webkitRelativePath } = file;
  const newName = uploadName(file, keyPrefix);
  return {
    id,
    name,
    ...(newName === name ? {} : { newName }),
    size,
    lastModified,
    webkitRelativePath,
    key: uploadKey(sponsorId, keyPrefix, newName),
    sponsorId,
    userId,
    retries: 0,
    progress: { phase: 'waiting' },
  };
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
