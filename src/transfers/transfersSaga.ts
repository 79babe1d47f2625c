import { fork, type SagaOf } from '../lib/typedEffects';
import { supervise } from '../platform/supervise';
import { announceSignIn, shareDownloads } from './downloads/shareDownloads';
import { keepReceipts, watchHistoryCommands } from './history/historySaga';
import { interruptedSaga } from './interrupted/interruptedSaga';
import { keepTokensFresh } from './keepTokensFresh';
import { notifyWhenDone, turnTab, watchNotificationCommands } from './panel/panelSaga';
import { runUploads } from './uploads/runUploads';
import { showUploadsInPage } from './uploads/showUploadsInPage';
import { watchUploadCommands } from './uploads/watchUploadCommands';

/** Starts both machines and their panel. Start it when the store is ready to keep the list of downloads. */
export function* transfersSaga(): SagaOf<void> {
  for (const saga of [
    shareDownloads,
    announceSignIn,
    interruptedSaga,
    watchUploadCommands,
    runUploads,
    showUploadsInPage,
    turnTab,
    notifyWhenDone,
    watchNotificationCommands,
    keepReceipts,
    watchHistoryCommands,
    keepTokensFresh,
  ]) {
    yield* fork(supervise, saga);
  }
}
