import { SMALL_FILE_BYTES } from '@data-manager/domain/constants';
import { interpretPoll, type PollResult } from '@data-manager/domain/downloads/interpretPoll';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { ownArchives, toKeptArchive } from '@data-manager/domain/transfers/archives';
import { isKeptBesides, ownReceipts, toKept, type KeptReceipt } from '@data-manager/domain/transfers/receipts';
import {
  actionChannel,
  call,
  fork,
  getContext,
  put,
  select,
  takeAny,
  takeFrom,
  takeWaiting,
  type SagaOf,
} from '@data-manager/lib/typedEffects';
import type { HasFeature } from '../../api/configuration';
import { readDownloadProgress } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { getRecords } from '../../platform/records/getRecords';
import { supervise } from '../../platform/supervise';
import { selectSessionOwner } from '../../session/sessionSlice';
import { downloadSaved, downloadSavedInOtherTab } from '../downloads/downloadsSlice';
import { fileSaved } from '../fetches/fetchesSlice';
import { waitForBatch, writeUntilClosing } from '../machine/persistMachine';
import { BATCH_MS } from '../uploads/persistUploads';
import type { WithUploads } from '../uploads/uploadsSelectors';
import { fileCompleted } from '../uploads/uploadsSlice';
import {
  archiveExpired,
  archiveSavedAgain,
  archivesRequested,
  archivesRestored,
  clearReceiptsRequested,
  receiptsCleared,
  receiptsKept,
  renewalFailed,
  renewalStarted,
  saveAgainRequested,
  selectOwnSavedById,
  type SavedDownload,
} from './historySlice';

/**
 * Stores the receipt of every uploaded file, and of every verified file that was fetched into a folder. If the server lists receipts, only
 * those with something that it does not know. Small files that finish
 * within a moment or during a write are stored together. If the browser refuses, a warning is shown once and the transfers continue.
 */
export function* keepReceipts(): SagaOf<void> {
  const { toast } = yield* getPorts();
  const records = yield* getRecords('receipts');
  const hasFeature = yield* getContext<HasFeature>('hasFeature');
  const finished = yield* actionChannel(fileCompleted, fileSaved);
  let isWarned = false;
  function* keep(receipts: readonly KeptReceipt[]): SagaOf<void> {
    const isKept = yield* call(
      records.put,
      receipts.map((receipt) => [receipt.id, receipt] as const),
    );
    if (isKept) yield* put(receiptsKept());
    else if (!isWarned) {
      isWarned = true;
      yield* call(
        toast,
        'This browser can’t store receipts (its storage is full or blocked): completed files will be missing from the transfer history. Uploads are not affected.',
        'warning',
      );
    }
  }
  let isClosing = false;
  for (;;) {
    const first = yield* takeFrom(finished);
    const isSmallUpload = fileCompleted.match(first) && first.payload.receipt.size <= SMALL_FILE_BYTES;
    if (isSmallUpload && !isClosing) yield* waitForBatch(BATCH_MS, selectIsQueueEmpty);
    const events = [first, ...(yield* takeWaiting(finished))];
    const isListed = yield* call(hasFeature, 'receipts.list');
    const receipts = events
      .flatMap(({ payload: { receipt } }) => (receipt === undefined ? [] : [toKept(receipt)]))
      .filter((receipt) => !isListed || isKeptBesides(receipt));
    if (receipts.length > 0) isClosing = yield* writeUntilClosing(keep, receipts);
  }
}

function selectIsQueueEmpty({ uploads }: WithUploads): boolean {
  return uploads.files.length === 0;
}

/**
 * Stores saved archives, so that the history survives a reload, and deletes expired archives. Archives that the browser
 * refuses to store are missing only after the next reload, so there is no warning.
 */
export function* keepArchives(): SagaOf<void> {
  const store = yield* getRecords('archives');
  const changes = yield* actionChannel(downloadSaved, downloadSavedInOtherTab, archiveSavedAgain, archiveExpired);
  for (;;) {
    const change = yield* takeFrom(changes);
    if (archiveExpired.match(change)) {
      yield* call(store.remove, [change.payload.id]);
      continue;
    }
    const archive = toKeptArchive(change.payload.archive);
    if (archive !== undefined) yield* call(store.put, [[archive.id, archive] as const]);
  }
}

/** Lists the archives that the user saved before the page was loaded, when the history is opened. */
function* restoreArchives(): SagaOf<void> {
  const ports = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return;
  const store = yield* getRecords('archives');
  const records = yield* call(store.readAll);
  if (records === undefined) return;
  const { archives, outdated } = ownArchives(records, owner, yield* call(ports.clock.now));
  yield* put(archivesRestored({ archives }));
  if (outdated.length > 0) yield* call(store.remove, outdated);
}

/** Carries out the commands of the history concurrently, so that a slow server does not delay the next one. */
export function* watchHistoryCommands(): SagaOf<void> {
  for (;;) {
    const command = yield* takeAny(saveAgainRequested, clearReceiptsRequested, archivesRequested);
    if (saveAgainRequested.match(command)) yield* fork(supervise, saveAgain, command.payload.id);
    else if (archivesRequested.match(command)) yield* fork(supervise, restoreArchives);
    else yield* fork(supervise, clearReceipts, command.payload.keys);
  }
}

/** Saves an archive again, from a fresh URL since the former one may have expired. */
function* saveAgain(id: string): SagaOf<void> {
  const archive = yield* select(selectOwnSavedById, id);
  if (archive === undefined || archive.status === 'renewing') return;
  const ports = yield* getPorts();
  yield* put(renewalStarted({ id }));
  const result = yield* renewUrl(archive);
  // Another user may have signed in.
  const isWanted = (yield* select(selectOwnSavedById, id)) !== undefined;
  if (result.kind === 'ready' && isWanted) {
    const { url } = result;
    yield* call(ports.saveToDisk, url, archive.zipFileName, () => {
      ports.toast(failureNotice({ kind: 'archive-gone', title: archive.title }).text, 'error');
    });
    const savedAt = yield* call(ports.clock.now);
    yield* put(archiveSavedAgain({ archive: { ...archive, url, savedAt } }));
    return;
  }
  yield* put(result.kind === 'lost' ? archiveExpired({ id }) : renewalFailed({ id }));
  if (isWanted) yield* call(ports.toast, renewalErrorText(result), 'error');
}

/** An archive from an old list may lack the `downloadId`; its URL is then the only one. */
function* renewUrl({ downloadId, url }: SavedDownload): SagaOf<PollResult> {
  return downloadId === undefined
    ? { kind: 'ready', url }
    : interpretPoll(yield* call(readDownloadProgress, downloadId));
}

function renewalErrorText(result: PollResult): string {
  if (result.kind === 'poll-failed') return failureNotice(result.failure).text;
  return result.kind === 'lost'
    ? 'The link to this archive has expired. Start the download again.'
    : 'The server is still preparing this archive. Try again later.';
}

/** Deletes receipts of the signed-in user, unreadable receipts as well, but none that another tab has added meanwhile. */
function* clearReceipts(keys: readonly string[]): SagaOf<void> {
  const ports = yield* getPorts();
  const owner = yield* select(selectSessionOwner);
  if (owner === undefined) return;
  const store = yield* getRecords('receipts');
  const records = yield* call(store.readAll);
  const seen = new Set(keys);
  const own = records && ownReceipts(records, owner).keys.filter((key) => seen.has(key));
  const isCleared = own !== undefined && (yield* call(store.remove, own));
  if (isCleared) yield* put(receiptsCleared());
  else yield* call(ports.toast, 'The browser refused to clear the receipts.', 'error');
}
