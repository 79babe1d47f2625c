import { PRODUCT_NAME } from '../../domain/constants';
import { formatPercent } from '../../lib/formatNumber';
import { arm, call, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { WithSession } from '../../session/sessionSlice';
import { selectIsMoving, selectUploadsSummary, type WithUploads } from './uploadsSelectors';

/** The title follows this often, milliseconds: to sum up thousands of small files at each step would slow them down. */
const TITLE_MS = 1_000;

type State = WithUploads & WithSession;

/** Puts the overall progress before the screen's own title while files go up, for whoever looks at another tab. */
export function* showProgressInTitle(): SagaOf<void> {
  const ports = yield* getPorts();
  let shown: string | undefined;
  for (;;) {
    const title = yield* select(selectTitle);
    if (title !== shown) yield* call(ports.page.setTitle, title);
    shown = title;
    if (title === undefined) yield* waitFor(selectIsMoving);
    else yield* race({ moment: arm.delay(TITLE_MS), stopped: arm.call(waitUntilStopped) });
  }
}

/** Who pauses is not left with a title that says otherwise. */
function* waitUntilStopped(): SagaOf<void> {
  yield* waitFor((state: State) => !selectIsMoving(state));
}

function selectTitle(state: State): string | undefined {
  return selectIsMoving(state) ? `${formatPercent(selectUploadsSummary(state).percent)} · ${PRODUCT_NAME}` : undefined;
}
