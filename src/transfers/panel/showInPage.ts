import { PRODUCT_NAME } from '@data-manager/domain/constants';
import { isIdle } from '@data-manager/domain/follow/follow';
import { formatPercent } from '@data-manager/lib/formatNumber';
import { arm, call, fork, race, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { WithSession } from '../../session/sessionSlice';
import { selectOwnFollows, type WithFollows } from '../follows/followsSlice';
import {
  selectHasWork,
  selectIsCancelling,
  selectIsMoving,
  selectStateText,
  selectUploadsSummary,
  type WithUploads,
} from '../uploads/uploadsSelectors';

/** The title is updated this often: adding up thousands of small files with each event would slow them down. */
const TITLE_MS = 1_000;

type State = WithUploads & WithFollows & WithSession;

/** Reflects transfers in the browser tab: a warning before the page closes, and the page title. */
export function* showInPage(): SagaOf<void> {
  yield* fork(guardUnload);
  yield* fork(showTitle);
}

/** Leaving the page while files are in the queue would interrupt them. */
function* guardUnload(): SagaOf<void> {
  const { page } = yield* getPorts();
  for (;;) {
    yield* waitFor((state: State) => state.uploads.files.length > 0);
    yield* call(page.guardUnload, 'upload', true);
    yield* waitFor((state: State) => state.uploads.files.length === 0);
    yield* call(page.guardUnload, 'upload', false);
  }
}

function* showTitle(): SagaOf<void> {
  const { page } = yield* getPorts();
  let shown: string | undefined;
  for (;;) {
    const title = yield* select(selectTitle);
    if (title !== shown) yield* call(page.setTitle, title);
    shown = title;
    if (yield* select(selectIsMoving)) {
      yield* race({
        later: arm.delay(TITLE_MS),
        stopped: arm.call(waitFor<boolean>, (state: State) => !selectIsMoving(state)),
      });
    } else {
      yield* waitFor((state: State) => selectIsMoving(state) || selectTitle(state) !== title);
    }
  }
}

/**
 * Returns `8% · Data Manager`, or `Paused · 8% · Data Manager` while the queue is not running. Without uploads, says that no new
 * file has appeared in a followed folder.
 */
function selectTitle(state: State): string | undefined {
  if (!selectHasWork(state)) return selectOwnFollows(state).some(isIdle) ? `No new files · ${PRODUCT_NAME}` : undefined;
  if (selectIsCancelling(state)) return undefined;
  const queueState = selectStateText(state);
  const title = `${formatPercent(selectUploadsSummary(state).percent)} · ${PRODUCT_NAME}`;
  return queueState === undefined ? title : `${queueState} · ${title}`;
}
