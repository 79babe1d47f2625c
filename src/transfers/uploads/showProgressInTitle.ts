import { arm, call, getContext, race, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import type { Ports } from '../../platform/ports';
import type { WithSession } from '../../session/sessionSlice';
import { selectIsMoving, selectUploadsSummary, type WithUploads } from './uploadsSelectors';

const PRODUCT = 'Data Manager';
/** The title follows this often at most, milliseconds: a queue of small files would turn it all the time. */
const TITLE_MS = 1_000;

/** Puts the overall progress into the title of the page while files go up, for whoever looks at another tab. */
export function* showProgressInTitle(): SagaOf<void> {
  const ports = yield* getContext<Ports>('ports');
  let shown = PRODUCT;
  for (;;) {
    const title = yield* waitFor((state: WithUploads & WithSession) => unlike(selectTitle(state), shown));
    yield* call(ports.page.setTitle, title);
    shown = title;
    yield* race({ moment: arm.delay(TITLE_MS), turned: arm.call(waitUntilMovingIs, title === PRODUCT) });
  }
}

/** Who pauses is not left with a title that says otherwise. */
function* waitUntilMovingIs(wanted: boolean): SagaOf<void> {
  yield* waitFor((state: WithUploads & WithSession) => selectIsMoving(state) === wanted);
}

function selectTitle(state: WithUploads & WithSession): string {
  return selectIsMoving(state) ? `${selectUploadsSummary(state).percent} % · ${PRODUCT}` : PRODUCT;
}

function unlike(title: string, shown: string): string | false {
  return title !== shown && title;
}
