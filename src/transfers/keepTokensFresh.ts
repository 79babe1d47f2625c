import { arm, call, getContext, race, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import type { RefreshAhead } from '../session/refreshSession';
import type { WithSession } from '../session/sessionSlice';
import { selectNextDownload, type WithDownloads } from './downloads/downloadsSlice';
import { selectNextFetch, type WithFetches } from './fetches/fetchesSlice';
import { selectIsMoving, type WithUploads } from './uploads/uploadsSelectors';

type State = WithUploads & WithDownloads & WithFetches & WithSession;

/**
 * Refreshes the tokens before they expire while transfers run. Every API call checks them, too, since timers of hidden tabs
 * are slow.
 */
export function* keepTokensFresh(): SagaOf<void> {
  const refreshAhead = yield* getContext<RefreshAhead>('refreshAhead');
  for (;;) {
    yield* waitFor(selectAreTransfersRunning);
    const waitMs = yield* call(refreshAhead);
    yield* race({
      due: arm.delay(waitMs),
      stopped: arm.call(waitFor<boolean>, (state: State) => !selectAreTransfersRunning(state)),
    });
  }
}

function selectAreTransfersRunning(state: State): boolean {
  return selectIsMoving(state) || selectNextDownload(state) !== undefined || selectNextFetch(state) !== undefined;
}
