import { isComparing } from '@data-manager/domain/compare/comparison';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import type { WithSession } from '../session/sessionSlice';
import { selectOwnComparisons, type WithComparisons } from './comparisons/comparisonsSlice';
import { selectNextFetch, type WithFetches } from './fetches/fetchesSlice';
import { selectIsMoving, type WithUploads } from './uploads/uploadsSelectors';

type State = WithUploads & WithFetches & WithComparisons & WithSession;

/** Keeps the screen on while files are uploaded, fetched or compared: a sleeping computer would stop them. */
export function* keepScreenAwake(): SagaOf<void> {
  const { page } = yield* getPorts();
  for (;;) {
    yield* waitFor(selectAreFilesMoving);
    yield* call(page.keepAwake, true);
    yield* waitFor((state: State) => !selectAreFilesMoving(state));
    yield* call(page.keepAwake, false);
  }
}

function selectAreFilesMoving(state: State): boolean {
  const fetch = selectNextFetch(state);
  return (
    selectIsMoving(state) ||
    selectOwnComparisons(state).some(isComparing) ||
    (fetch?.phase === 'running' && fetch.waiting === undefined)
  );
}
