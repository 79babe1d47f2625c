import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import type { Failure } from '@data-manager/domain/failures/failure';
import { fetchPauseText, uploadPauseText } from '@data-manager/domain/failures/failureText';
import { call, fork, select, take, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import type { WithSession } from '../session/sessionSlice';
import { selectOwnDownloads, type WithDownloads } from './downloads/downloadsSlice';
import { fetchPaused, selectFetch, type WithFetches } from './fetches/fetchesSlice';
import { selectFailedUploads, selectUploadHold, type WithUploads } from './uploads/uploadsSelectors';
import { fileSetAside, queuePaused } from './uploads/uploadsSlice';

/** Closes the toasts about failed and paused transfers as soon as they are no longer true. */
export function* closeObsoleteToasts(): SagaOf<void> {
  for (const saga of [closeFailedUploads, closePausedUploads, closeFailedDownloads, closePausedFetches])
    yield* fork(saga);
}

function* closeFailedUploads(): SagaOf<void> {
  for (;;) {
    // Not the state: a selector that visits files would run with each step of each file.
    yield* take(fileSetAside);
    yield* waitFor((state: WithUploads & WithSession) => selectFailedUploads(state).length === 0);
    yield* closeNotice(ERROR_CATALOGUE.uploadFailed.text);
  }
}

function* closePausedUploads(): SagaOf<void> {
  for (;;) {
    const { fault } = (yield* take(queuePaused)).payload ?? {};
    yield* waitFor((state: WithUploads) => selectUploadHold(state) !== 'paused');
    if (fault !== undefined) yield* closeNotice(uploadPauseText(fault));
  }
}

function* closeFailedDownloads(): SagaOf<void> {
  for (;;) {
    yield* waitFor(selectHasFailedDownload);
    yield* waitFor((state: WithDownloads & WithSession) => !selectHasFailedDownload(state));
    yield* closeNotice(ERROR_CATALOGUE.downloadNotStarted.text);
  }
}

function* closePausedFetches(): SagaOf<void> {
  for (;;) {
    const { id, fault } = (yield* take(fetchPaused)).payload;
    if (fault !== undefined) yield* fork(closePausedFetch, id, fault);
  }
}

function* closePausedFetch(id: string, fault: Failure): SagaOf<void> {
  const title = (yield* select(selectFetch, id))?.title ?? '';
  yield* waitFor((state: WithFetches) => selectFetch(state, id)?.phase !== 'paused');
  yield* closeNotice(fetchPauseText(title, fault));
}

/** Closes the toasts with a text. */
function* closeNotice(notice: string): SagaOf<void> {
  const { closeToasts } = yield* getPorts();
  yield* call(closeToasts, ({ text }) => text === notice);
}

function selectHasFailedDownload(state: WithDownloads & WithSession): boolean {
  return selectOwnDownloads(state).some(({ phase }) => phase === 'failed');
}
