import { DOWNLOAD_POLL_MS, DOWNLOAD_SAVE_DELAY_MS } from '@data-manager/domain/constants';
import { archiveShortage } from '@data-manager/domain/downloads/download';
import { interpretPoll, isPollRefused } from '@data-manager/domain/downloads/interpretPoll';
import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import type { Failure, FailureKind } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { nameInText } from '@data-manager/domain/names/shownName';
import type { SavedArchive } from '@data-manager/domain/transfers/archives';
import { formatCount } from '@data-manager/lib/formatNumber';
import { pick } from '@data-manager/lib/pick';
import { counted } from '@data-manager/lib/plural';
import type { Result } from '@data-manager/lib/result';
import { timeSince } from '@data-manager/lib/timeSince';
import { arm, call, delay, put, race, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { untilStopped, waitFor, waitForSignal } from '@data-manager/lib/waitFor';
import { isWebLink } from '@data-manager/lib/webLink';
import { cancelDownload, readDownloadProgress, startDownload, type DownloadProgress } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { workOn } from '../machine/crashes';
import { postMessage, postToTabs } from '../machine/tabMessages';
import { toastInAllTabs, type BusMessage } from '../tabBus';
import {
  downloadCancelled,
  downloadLost,
  downloadReady,
  downloadSaved,
  downloadStarted,
  pollFailed,
  progressReceived,
  selectCancellingDownload,
  selectDownload,
  selectNextDownload,
  selectOwnDownload,
  startFailed,
  urlExpired,
  type WithDownloads,
} from './downloadsSlice';
import type { SavedMessage } from './savedMessage';

/** A URL older than this may have expired. The computer must have slept before the archive was saved. */
const URL_MAX_AGE_MS = 60_000;

/** Browsers report a return twice, by focus and by visibility, and a connection before it carries any data. */
const SETTLE_MS = 1_000;

/** Drives one download at a time. */
export function* runDownloads(): SagaOf<void> {
  for (;;) {
    const { id } = yield* waitFor(selectNextDownload);
    yield* workOn(driveDownload, id);
  }
}

/**
 * Starts a download, polls until the archive is ready and saves it. A download that is already preparing or ready
 * starts with the later step. Stops when the user cancels or removes it, or signs out.
 */
export function* driveDownload(id: string): SagaOf<void> {
  // Not interrupted: the server's work must be cancelled if the user no longer wants it.
  yield* start(id);
  yield* untilStopped((state: WithDownloads & WithSession) => isStopped(state, id), pollAndSave, id);
  const item = yield* select(selectDownload, id);
  // Any amount of time may pass before the download is driven again.
  if (item?.phase === 'ready') yield* put(urlExpired({ id }));
}

function* pollAndSave(id: string): SagaOf<void> {
  yield* pollUntilReady(id);
  yield* save(id);
}

function* start(id: string): SagaOf<void> {
  const item = yield* select(selectDownload, id);
  if (item?.phase !== 'queued') return;
  const { path, downsampled, zipFileName } = item;
  const source = typeof path === 'string' ? { folder: path } : { files: path };
  const response = yield* call(startDownload, { onlyDownSamples: downsampled, ...source, zipFileName });
  const isWanted = (yield* select(selectDownload, id)) !== undefined;
  if (!response.ok) {
    if (isWanted) yield* reportFailedStart(id, response.failure);
    return;
  }
  const { ref: downloadId, url, ...size } = response.value;
  if (isWanted) yield* put(downloadStarted({ id, downloadId, ...size, ...(isWebLink(url) && { url }) }));
  else yield* cancelOnServer(downloadId);
}

function* reportFailedStart(id: string, failure: Failure): SagaOf<void> {
  // The session was lost: the download stays queued until its owner signs in again.
  if (failure.kind === 'unauthorized' && (yield* select(selectSessionOwner)) === undefined) return;
  yield* put(startFailed({ id, failure }));
  yield* call(toastInAllTabs, ERROR_CATALOGUE.downloadNotStarted.text, 'error');
  if (failure.kind === 'forbidden') yield* call(toastInAllTabs, failureNotice(failure).text, 'error');
}

function* pollUntilReady(id: string): SagaOf<void> {
  const item = yield* select(selectDownload, id);
  if (item?.phase !== 'preparing') return;
  const { title, downloadId } = item;
  const shown = new Set<FailureKind>();
  if (item.urlExpired !== true) yield* waitForNextPoll();
  for (;;) {
    const response = yield* poll(downloadId);
    const result = interpretPoll(response);
    // The response has a presigned URL, too.
    const size = response.ok ? pick(response.value, 'totalFiles', 'totalSize', 'completedSize') : {};
    switch (result.kind) {
      case 'preparing':
        yield* put(progressReceived({ id, ...size }));
        break;
      case 'poll-failed':
        yield* put(pollFailed({ id, failure: result.failure }));
        // Polling continues, so each kind of refusal is shown once.
        if (isPollRefused(result.failure) && !shown.has(result.failure.kind)) {
          shown.add(result.failure.kind);
          yield* call(toastInAllTabs, failureNotice(result.failure).text, 'error');
        }
        break;
      case 'ready':
        yield* put(downloadReady({ id, url: result.url, ...size }));
        return;
      case 'lost': {
        const kind = item.urlExpired === true ? 'archive-gone' : 'archive-failed';
        // Before the event, which removes the download and so cancels this saga.
        yield* call(toastInAllTabs, failureNotice({ kind, title }).text, 'error');
        yield* put(downloadLost({ id }));
        return;
      }
    }
    yield* waitForNextPoll();
  }
}

function* waitForNextPoll(): SagaOf<void> {
  yield* race({ due: arm.delay(DOWNLOAD_POLL_MS), returned: arm.call(waitForReturn) });
}

/** Polls once. A request that is in flight when the connection returns is considered lost and is sent again. */
function* poll(downloadId: string): SagaOf<Result<DownloadProgress, Failure>> {
  for (;;) {
    const { response } = yield* race({
      response: arm.call(readDownloadProgress, downloadId),
      returned: arm.call(waitForReturn),
    });
    if (response !== undefined) return response;
  }
}

/** Waits until the browser is online again or the user returns to the page: timers of hidden pages are slow. */
function* waitForReturn(): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* race({ online: arm.call(waitForSignal, page.onOnline), visible: arm.call(waitForSignal, page.onReturn) });
  yield* delay(SETTLE_MS);
}

function* save(id: string): SagaOf<void> {
  const item = yield* select(selectDownload, id);
  const owner = yield* select(selectSessionOwner);
  if (item?.phase !== 'ready' || owner === undefined) return;
  const { url, title, zipFileName } = item;
  const ports = yield* getPorts();
  const readyAt = yield* call(ports.clock.now);
  const shortage = archiveShortage(item);
  if (shortage !== undefined) {
    const text = `The archive of ${nameInText(title)} contains ${formatCount(shortage.packed)} of ${counted(shortage.requested, 'requested file')}. Compare it with the file list before you rely on it.`;
    yield* call(toastInAllTabs, text, 'warning');
  }
  yield* delay(DOWNLOAD_SAVE_DELAY_MS);
  const savedAt = yield* call(ports.clock.now);
  if (timeSince(readyAt, savedAt) > URL_MAX_AGE_MS) return;
  yield* call(ports.saveToDisk, url, zipFileName, () => {
    const { text } = failureNotice({ kind: 'archive-gone', title });
    ports.toast(text, 'error');
    postToTabs(ports, { kind: 'toast', text, severity: 'error' } satisfies BusMessage);
  });
  const archive: SavedArchive = {
    ...pick(item, 'id', 'title', 'zipFileName', 'downloadId', 'totalSize', 'url'),
    savedAt,
    ...pick(owner, 'sponsorId', 'userId'),
  };
  yield* postMessage({ kind: 'saved', archive } satisfies SavedMessage);
  yield* put(downloadSaved({ archive }));
}

/** Returns true once the user has cancelled or removed the download, or signed out. */
function isStopped(state: WithDownloads & WithSession, id: string): boolean {
  const item = selectOwnDownload(state, id);
  return item === undefined || item.phase === 'cancelling';
}

/** Cancels withdrawn downloads on the server one by one, including those of the last visit. */
export function* runCancellations(): SagaOf<void> {
  for (;;) {
    const { id, downloadId } = yield* waitFor(selectCancellingDownload);
    yield* workOn(cancel, id, downloadId);
  }
}

function* cancel(id: string, downloadId: string): SagaOf<void> {
  yield* cancelOnServer(downloadId);
  // Even if the request failed: an archive that is no longer needed expires on the server.
  yield* put(downloadCancelled({ id }));
}

function* cancelOnServer(downloadId: string): SagaOf<void> {
  const response = yield* call(cancelDownload, downloadId);
  if (response.ok) return;
  const { log } = yield* getPorts();
  yield* call(log, `A cancelled download was not confirmed: ${response.failure.kind}`);
}
