import { call, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { WithSession } from '../../session/sessionSlice';
import { selectIsMoving, type WithUploads } from './uploadsSelectors';

/** Keeps the screen from sleeping while files go up: a computer that sleeps sends nothing. */
export function* keepScreenAwake(): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    yield* waitFor(selectIsMoving);
    yield* call(ports.page.keepAwake, true);
    yield* waitFor((state: WithUploads & WithSession) => !selectIsMoving(state));
    yield* call(ports.page.keepAwake, false);
  }
}
