import { fork, type SagaOf } from '../lib/typedEffects';
import { supervise } from '../platform/supervise';
import { announceOwner } from './downloads/announceOwner';
import { shareDownloads } from './downloads/shareDownloads';
import { keepReceipts } from './history/keepReceipts';
import { watchHistoryWishes } from './history/watchHistoryWishes';
import { keepTokensFresh } from './keepTokensFresh';
import { turnTab } from './panel/turnTab';
import { watchNotificationWishes } from './panel/watchNotificationWishes';
import { guardUnload } from './uploads/guardUnload';
import { runJournal } from './uploads/journal/runJournal';
import { keepScreenAwake } from './uploads/keepScreenAwake';
import { notifyWhenDone } from './uploads/notifyWhenDone';
import { runUploads } from './uploads/runUploads';
import { showProgressInTitle } from './uploads/showProgressInTitle';
import { watchUploadWishes } from './uploads/watchUploadWishes';

/** Starts both machines and their panel. Start it when the store is ready to keep the list of downloads. */
export function* transfersSaga(): SagaOf<void> {
  for (const saga of [
    shareDownloads,
    announceOwner,
    runJournal,
    watchUploadWishes,
    runUploads,
    guardUnload,
    turnTab,
    showProgressInTitle,
    keepScreenAwake,
    notifyWhenDone,
    watchNotificationWishes,
    keepReceipts,
    watchHistoryWishes,
    keepTokensFresh,
  ]) {
    yield* fork(supervise, saga);
  }
}
