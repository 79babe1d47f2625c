import { fork, type SagaOf } from '@data-manager/lib/typedEffects';
import { keepRunning } from '../platform/supervise';
import { closeObsoleteToasts } from './closeObsoleteToasts';
import { shareComparisons } from './comparisons/shareComparisons';
import { watchDeletedPlaces } from './deletedPlacesSaga';
import { receiveSavedArchives } from './downloads/savedMessage';
import { shareDownloads } from './downloads/shareDownloads';
import { shareFetches } from './fetches/shareFetches';
import { shareFollows } from './follows/shareFollows';
import { keepArchives, keepReceipts, watchHistoryCommands } from './history/historySaga';
import { keepScreenAwake } from './keepScreenAwake';
import { keepTokensFresh } from './keepTokensFresh';
import { notifyWhenDone, notifyWhenIdle, turnTab, watchNotificationCommands } from './panel/panelSaga';
import { showInPage } from './panel/showInPage';
import { shareUploads } from './shareUploads';
import { announceSignIn, receiveBusMessages } from './tabBus';

/** Starts the machines and the sagas that react to them. Run it once the store can persist the download list. */
export function* transfersSaga(): SagaOf<void> {
  for (const saga of [
    shareDownloads,
    announceSignIn,
    receiveBusMessages,
    receiveSavedArchives,
    shareFetches,
    shareFollows,
    shareComparisons,
    shareUploads,
    closeObsoleteToasts,
    showInPage,
    turnTab,
    notifyWhenDone,
    notifyWhenIdle,
    watchNotificationCommands,
    keepReceipts,
    keepArchives,
    watchHistoryCommands,
    keepTokensFresh,
    keepScreenAwake,
    watchDeletedPlaces,
  ]) {
    yield* fork(keepRunning, saga);
  }
}
