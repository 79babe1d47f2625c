import { failureNotice } from '../../domain/failures/failureNotice';
import type { SessionOwner } from '../../domain/session/session';
import type { UploadFile } from '../../domain/uploads/upload';
import { uploadKey, uploadName } from '../../domain/uploads/uploadKey';
import { UPLOAD_MAX_BYTES } from '../../domain/uploads/uploadPlan';
import { call, put, select, takeAny, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
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

/** Turns what a person asks for into facts. The runner sees the facts' effect on the queue, never the wishes. */
export function* watchUploadCommands(): SagaOf<void> {
  for (;;) {
    const wish = yield* takeAny(uploadRequested, cancelRequested, retryRequested, pauseRequested, resumeRequested);
    if (uploadRequested.match(wish)) yield* queueFiles(wish.payload.keyPrefix, wish.payload.files);
    else if (retryRequested.match(wish)) yield* requeueFiles(wish.payload.id);
    else if (resumeRequested.match(wish)) yield* put(queueResumed());
    else if (pauseRequested.match(wish)) yield* pauseQueue();
    else if ((yield* select(selectOwnUploads)).length > 0) yield* put(cancellingStarted());
  }
}

function* queueFiles(keyPrefix: string, chosen: readonly ChosenFile[]): SagaOf<void> {
  const ports = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) {
    for (const { id } of chosen) yield* call(ports.files.release, id);
    return;
  }
  const fitting = chosen.filter((file) => file.size <= UPLOAD_MAX_BYTES);
  for (const { id, name, size } of chosen) {
    if (size > UPLOAD_MAX_BYTES) yield* refuse(ports, id, name);
  }
  if (fitting.length > 0) {
    yield* put(filesQueued({ files: fitting.map((file) => toUploadFile(file, keyPrefix, owner)) }));
  }
}

function* refuse(ports: Ports, id: string, fileName: string): SagaOf<void> {
  yield* call(ports.files.release, id);
  yield* call(ports.toast, failureNotice({ kind: 'file-too-large', fileName }).text, 'error');
}

function toUploadFile(file: ChosenFile, keyPrefix: string, { sponsorId, userId }: SessionOwner): UploadFile {
  const { id, name, size, lastModified, webkitRelativePath } = file;
  const stored = uploadName(file, keyPrefix);
  return {
    id,
    name,
    ...(stored === name ? {} : { newName: stored }),
    size,
    lastModified,
    webkitRelativePath,
    key: uploadKey(sponsorId, keyPrefix, stored),
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
