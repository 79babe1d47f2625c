import { DOWNLOAD_SAVE_DELAY_MS } from '../../domain/constants';
import { archiveShortage, type DownloadItem } from '../../domain/downloads/download';
import { failureNotice } from '../../domain/failures/failureNotice';
import { failureWords } from '../../domain/failures/failureWords';
import { call, delay, put, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { noteSave } from '../history/noteSave';
import { downloadSaved } from './downloadsSlice';
import { toastEverywhere } from './tabMessages';

/** A computer that slept through the wait finds a link that may have expired. */
const LINK_TRUST_MS = 60_000;

type SavedDownload = DownloadItem & { readonly url: string };

/** Hands a finished archive to the browser, a moment after it is ready, and lets the item go. */
export function* saveDownload(item: SavedDownload): SagaOf<void> {
  const { id, url, title, zipFileName } = item;
  const ports = yield* getPorts();
  const { clock, saveToDisk } = ports;
  const readyAt = clock.now();
  const shortage = archiveShortage(item);
  if (shortage !== undefined)
    yield* call(toastEverywhere, ports, failureWords.shortArchive(title, shortage.packed, shortage.asked), 'warning');
  yield* delay(DOWNLOAD_SAVE_DELAY_MS);
  // Asked by an effect, which waits while DevTools shows the past.
  if ((yield* call(clock.now)) - readyAt > LINK_TRUST_MS) return;
  yield* call(saveToDisk, url, zipFileName, () => {
    toastEverywhere(ports, failureNotice({ kind: 'archive-gone', title }).text, 'error');
  });
  yield* noteSave(id, url);
  yield* put(downloadSaved({ id }));
}
