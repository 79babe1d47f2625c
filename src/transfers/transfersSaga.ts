import { call, fork, getContext, type SagaOf } from '../lib/typedEffects';
import type { Ports } from '../platform/ports';
import { reconcileDownloads } from './downloads/reconcileDownloads';
import { runCancellations } from './downloads/runCancellations';
import { runDownloads } from './downloads/runDownloads';
import { watchDownloadWishes } from './downloads/watchDownloadWishes';
import { turnTab } from './panel/turnTab';
import { keepReceipts } from './history/keepReceipts';
import { watchHistoryWishes } from './history/watchHistoryWishes';
import { guardUnload } from './uploads/guardUnload';
import { runJournal } from './uploads/journal/runJournal';
import { runUploads } from './uploads/runUploads';
import { watchUploadWishes } from './uploads/watchUploadWishes';

/** Settles what was restored, then listens. Start it when the stored list is in the store. */
export function* transfersSaga(): SagaOf<void> {
  yield* reconcileDownloads();
  for (const saga of [
    watchDownloadWishes,
    runCancellations,
    runDownloads,
    runJournal,
    watchUploadWishes,
    runUploads,
    guardUnload,
    turnTab,
    keepReceipts,
    watchHistoryWishes,
  ]) {
    yield* fork(isolated, saga);
  }
}

/** An error in one, which is a mistake of ours, leaves the others running. */
function* isolated(saga: () => SagaOf<void>): SagaOf<void> {
  try {
    yield* call(saga);
  } catch (error) {
    const ports = yield* getContext<Ports>('ports');
    ports.log(`${saga.name} stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
