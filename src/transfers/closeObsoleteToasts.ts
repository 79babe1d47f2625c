import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { isFetchPauseText, isStoragePauseText } from '@data-manager/domain/failures/failureText';
import { call, fork, take, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import type { WithSession } from '../session/sessionSlice';
import { selectOwnDownloads, type WithDownloads } from './downloads/downloadsSlice';
import { selectOwnFetches, type WithFetches } from './fetches/fetchesSlice';
import { selectFailedUploads, selectUploadHold, type WithUploads } from './uploads/uploadsSelectors';
import { fileSetAside, queuePaused } from './uploads/uploadsSlice';

/** Closes the toasts about failed and paused transfers as soon as they are no longer true. */
export function* closeObsoleteToasts(): SagaOf<void> {
  for (const saga of [closeFailedUploads, closePausedUploads, closeFailedDownloads, closePausedFetches])
    yield* fork(saga);
}

function* closeFailedUploads(): SagaOf<void> {
  const { closeToasts } = yield* getPorts();
  for (;;) {
    // Not the state: a selector that visits files would run with each step of each file.
    yield* take(fileSetAside);
    yield* waitFor((state: WithUploads & WithSession) => selectFailedUploads(state).length === 0);
    yield* call(closeToasts, ({ text }) => text === ERROR_CATALOGUE.uploadFailed.text);
  }
}

function* closePausedUploads(): SagaOf<void> {
  const { closeToasts } = yield* getPorts();
  for (;;) {
    yield* take(queuePaused);
    yield* waitFor((state: WithUploads) => selectUploadHold(state) !== 'paused');
    yield* call(closeToasts, ({ text }) => isStoragePauseText(text));
  }
}

function* closeFailedDownloads(): SagaOf<void> {
  const { closeToasts } = yield* getPorts();
  for (;;) {
    yield* waitFor(selectHasFailedDownload);
    yield* waitFor((state: WithDownloads & WithSession) => !selectHasFailedDownload(state));
    yield* call(closeToasts, ({ text }) => text === ERROR_CATALOGUE.downloadNotStarted.text);
  }
}

function* closePausedFetches(): SagaOf<void> {
  const { closeToasts } = yield* getPorts();
  for (;;) {
    yield* waitFor(selectHasFaultyFetch);
    yield* waitFor((state: WithFetches & WithSession) => !selectHasFaultyFetch(state));
    yield* call(closeToasts, ({ text }) => isFetchPauseText(text));
  }
}

function selectHasFaultyFetch(state: WithFetches & WithSession): boolean {
  return selectOwnFetches(state).some((fetch) => fetch.phase === 'paused' && fetch.fault !== undefined);
}

function selectHasFailedDownload(state: WithDownloads & WithSession): boolean {
  return selectOwnDownloads(state).some(({ phase }) => phase === 'failed');
}
