import { ERROR_CATALOGUE } from '../../domain/failures/errorCatalogue';
import type { Failure } from '../../domain/failures/failure';
import { failureNotice, storagePauseWords } from '../../domain/failures/failureNotice';
import { sessionOf, type UploadFile } from '../../domain/uploads/upload';
import { refusesEverything, type FailedSending } from '../../domain/uploads/uploadFailures';
import { uploadReceipt } from '../../domain/uploads/uploadReceipt';
import type { Result } from '../../lib/result';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { selectUpload } from './uploadsSelectors';
import { fileCompleted, fileFailed, fileReturnedToQueue, queuePaused } from './uploadsSlice';

/**
 * Says how a file ended. Gives back the latest failure that the next one is to be compared with.
 * @param file as it was when it was begun
 */
export function* noteEnd(
  file: UploadFile,
  ended: Result<null, Failure>,
  before: FailedSending | undefined,
): SagaOf<FailedSending | undefined> {
  const { id } = file;
  const ports = yield* getPorts();
  if (ended.ok) {
    const sent = yield* select(selectUpload, id);
    if (sent !== undefined) yield* put(fileCompleted({ id, receipt: uploadReceipt(sent, ports.clock.now()) }));
    ports.files.release(id);
    return undefined;
  }
  const { failure } = ended;
  const now = { id, failure, partsArrived: partCount(yield* select(selectUpload, id)) - partCount(file) };
  if (refusesEverything(now, before)) {
    yield* pauseForStorage(id, failure, ports);
    return before;
  }
  yield* noteFailure(id, failure, ports);
  return now;
}

function* noteFailure(id: string, failure: Failure, ports: Ports): SagaOf<void> {
  yield* put(fileFailed({ id, failure }));
  yield* call(ports.toast, ERROR_CATALOGUE.uploadFailed.text, 'error');
  if (failure.kind === 'forbidden') yield* call(ports.toast, failureNotice(failure).text, 'error');
}

/** Thousands of files that wait must not fail one after the other for what is no fault of theirs. */
function* pauseForStorage(id: string, fault: Failure, ports: Ports): SagaOf<void> {
  yield* put(queuePaused({ fault }));
  yield* put(fileReturnedToQueue({ id }));
  yield* call(ports.toast, storagePauseWords(fault), 'error');
}

function partCount(file: UploadFile | undefined): number {
  return (file === undefined ? undefined : sessionOf(file))?.parts.length ?? 0;
}
