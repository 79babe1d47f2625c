import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import type { Failure } from '@data-manager/domain/failures/failure';
import { failureNotice, uploadPauseText } from '@data-manager/domain/failures/failureText';
import { sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import { refusesEverything, type FailedUpload } from '@data-manager/domain/uploads/uploadFailures';
import { uploadReceipt } from '@data-manager/domain/uploads/uploadReceipt';
import { call, delay, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { cancelUpload, refreshLists } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import type { WithSession } from '../../session/sessionSlice';
import { Throughput } from './throughput';
import { uploadFile, type CompletedUpload } from './uploadFile';
import {
  selectActiveUpload,
  selectIsCancelling,
  selectStartableUpload,
  selectUpload,
  type WithUploads,
} from './uploadsSelectors';
import { fileCompleted, fileReturnedToQueue, fileSetAside, queueCancelled, queuePaused } from './uploadsSlice';

/** The file lists on the screen are refreshed this often while files are uploaded, and once at the end. */
const REFRESH_LISTS_MS = 5_000;
/** After this many failures the page gets a turn: files missing from the disk fail without any delay. */
const FAILURES_PER_TURN = 25;

type State = WithUploads & WithSession;

/**
 * Owns the queue: uploads one file after another, and aborts them on the server when the queue is cancelled. After a crash,
 * it begins again with the file that it was uploading.
 */
export function* runUploads(): SagaOf<void> {
  const throughput = new Throughput();
  const unfinished = yield* select(selectActiveUpload);
  if (unfinished !== undefined) yield* put(fileReturnedToQueue({ id: unfinished.id }));
  for (;;) {
    yield* uploadUntilCancelled(throughput);
    yield* cancelQueue();
  }
}

function* uploadUntilCancelled(throughput: Throughput): SagaOf<void> {
  const ports = yield* getPorts();
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let lastFailed: FailedUpload | undefined;
  for (;;) {
    const file = yield* waitFor(selectNextStep);
    if (file === 'cancel') return;
    const result = yield* uploadFile(file, throughput);
    if (result.ok) {
      yield* finishFile(file.id, result.value);
      lastFailed = undefined;
    } else if (result.failure.kind === 'interrupted') {
      if ((yield* select(selectCancelledIds)).includes(file.id)) return;
      yield* put(fileReturnedToQueue({ id: file.id }));
    } else {
      lastFailed = yield* failFile(file, result.failure, lastFailed);
      failures += 1;
      if (failures % FAILURES_PER_TURN === 0) yield* delay(0);
    }
    const isIdle = (yield* select(selectStartableUpload)) === undefined;
    const now = yield* call(ports.clock.elapsed);
    if (!isIdle && now - refreshedAt < REFRESH_LISTS_MS) continue;
    refreshedAt = now;
    yield* call(refreshLists, ['Files']);
  }
}

function selectNextStep(state: State): UploadFile | 'cancel' | undefined {
  return selectIsCancelling(state) ? 'cancel' : selectStartableUpload(state);
}

function* finishFile(id: string, { uploadId, lastFile }: CompletedUpload): SagaOf<void> {
  const ports = yield* getPorts();
  const file = yield* select(selectUpload, id);
  const now = yield* call(ports.clock.now);
  if (file !== undefined) yield* put(fileCompleted({ id, receipt: uploadReceipt(file, now), uploadId, lastFile }));
  yield* call(ports.files.release, id);
}

/**
 * Fails the file. If the storage or the server fails one file after another, the queue is paused instead, and the file waits.
 * @param file as it was before the upload
 * @returns the failure to compare the next one with
 */
function* failFile(
  file: UploadFile,
  failure: Failure,
  lastFailed: FailedUpload | undefined,
): SagaOf<FailedUpload | undefined> {
  const { id } = file;
  const { toast } = yield* getPorts();
  const uploadedParts = partCount(yield* select(selectUpload, id)) - partCount(file);
  const failed = { id, failure, uploadedParts };
  if (refusesEverything(failed, lastFailed)) {
    yield* put(queuePaused({ fault: failure }));
    yield* put(fileReturnedToQueue({ id }));
    yield* call(toast, uploadPauseText(failure), 'error');
    return lastFailed;
  }
  yield* put(fileSetAside({ id, failure }));
  yield* call(toast, ERROR_CATALOGUE.uploadFailed.text, 'error');
  if (failure.kind === 'forbidden') yield* call(toast, failureNotice(failure).text, 'error');
  return failed;
}

function partCount(file: UploadFile | undefined): number {
  return (file && sessionOf(file))?.parts.length ?? 0;
}

/** Aborts the uploads of the cancelled files on the server, then removes the files. */
function* cancelQueue(): SagaOf<void> {
  const ports = yield* getPorts();
  const ids = yield* select(selectCancelledIds);
  for (const id of ids) {
    const file = yield* select(selectUpload, id);
    const session = file && sessionOf(file);
    if (file === undefined || session === undefined) continue;
    const result = yield* call(cancelUpload, { key: file.key, uploadId: session.uploadId });
    if (!result.ok) yield* call(ports.log, `The server did not confirm an aborted upload: ${result.failure.kind}`);
  }
  for (const id of ids) yield* call(ports.files.release, id);
  yield* put(queueCancelled({ ids }));
  yield* call(ports.toast, ERROR_CATALOGUE.uploadAborted.text, 'error');
}

function selectCancelledIds({ uploads: { status } }: WithUploads): readonly string[] {
  return status.kind === 'cancelling' ? status.ids : [];
}
