import { arm, delay, race, type SagaOf } from '../../lib/typedEffects';
import { waitForSignal } from '../../lib/waitForSignal';
import { getPorts } from '../../platform/getPorts';

/** Browsers tell of a return twice, by focus and by visibility, and of a network before it carries anything. */
const SETTLE_MS = 1_000;

/** Waits until the network has come back or the page is looked at again: what was waited for may be there by now. */
export function* waitForWake(): SagaOf<void> {
  const { page } = yield* getPorts();
  yield* race({ online: arm.call(waitForSignal, page.onOnline), seen: arm.call(waitForSignal, page.onReturn) });
  yield* delay(SETTLE_MS);
}
