import { failureNotice } from '@data-manager/domain/failures/failureText';
import { newUpload, sessionOf, type ChosenFile } from '@data-manager/domain/uploads/upload';
import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import { countLeftOut } from '@data-manager/domain/uploads/uploadResult';
import { call, fork, put, select, type ActionOf, type SagaOf } from '@data-manager/lib/typedEffects';
import { cancelUpload } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner } from '../../session/sessionSlice';
import { selectFailedIds, selectHasWork, selectOwnUploads, selectTakenUploads } from './uploadsSelectors';
import {
  cancellingStarted,
  cancelRequested,
  fileRemoved,
  filesQueued,
  filesRequeued,
  pauseRequested,
  queuePaused,
  queueResumed,
  resumeRequested,
  retryRequested,
  takenNameRequested,
  uploadRequested,
} from './uploadsSlice';

/** Every command of the uploads. */
export const UPLOAD_COMMANDS = [
  uploadRequested,
  cancelRequested,
  retryRequested,
  takenNameRequested,
  pauseRequested,
  resumeRequested,
] as const;

/** Turns a command into events. The runner reacts to the state of the queue, not to commands. */
export function* executeCommand(command: ActionOf<(typeof UPLOAD_COMMANDS)[number]>): SagaOf<undefined> {
  if (uploadRequested.match(command)) yield* queueFiles(command.payload);
  else if (takenNameRequested.match(command)) yield* decideTaken(command.payload);
  else if (retryRequested.match(command)) yield* requeueFiles(command.payload.id);
  else if (resumeRequested.match(command)) yield* put(queueResumed());
  else if (pauseRequested.match(command)) yield* pauseQueue();
  else yield* startCancelling();
}

function* queueFiles({
  keyPrefix,
  files: chosen,
  choice,
}: ReturnType<typeof uploadRequested>['payload']): SagaOf<void> {
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
  const [first] = accepted;
  if (first === undefined) return;
  const leftOut = choice && countLeftOut(choice);
  const asOneAct = (file: ChosenFile) => ({
    ...file,
    ...(file.replaces !== undefined && { act: first.id }),
    ...(file === first && leftOut !== undefined && { leftOut }),
  });
  yield* put(
    filesQueued({
      files: accepted.map((file) => newUpload(asOneAct(file), keyPrefix, owner)),
      ...(choice !== undefined && { request: { keyPrefix, choice } }),
    }),
  );
}

function* pauseQueue(): SagaOf<void> {
  if (yield* select(selectHasWork)) yield* put(queuePaused());
}

function* requeueFiles(id: string | undefined): SagaOf<void> {
  const failed = yield* select(selectFailedIds);
  const ids = id === undefined ? failed : failed.filter((one) => one === id);
  if (ids.length > 0) yield* put(filesRequeued({ ids }));
}

function* decideTaken({ decision, id }: ReturnType<typeof takenNameRequested>['payload']): SagaOf<void> {
  const { files } = yield* getPorts();
  const taken = (yield* select(selectTakenUploads)).filter((file) => id === undefined || file.id === id);
  if (taken.length === 0) return;
  if (decision === 'replace') {
    yield* put(filesRequeued({ ids: taken.map((file) => file.id), mayReplace: true }));
    return;
  }
  for (const file of taken) {
    const session = sessionOf(file);
    yield* put(fileRemoved({ id: file.id }));
    yield* call(files.release, file.id);
    // Without a response, the server removes the parts after a week.
    if (session !== undefined) yield* fork(cancelUpload, { key: file.key, uploadId: session.uploadId });
  }
}

function* startCancelling(): SagaOf<void> {
  const files = yield* select(selectOwnUploads);
  if (files.length > 0) yield* put(cancellingStarted({ ids: files.map(({ id }) => id) }));
}
