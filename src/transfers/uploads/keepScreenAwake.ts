import { call, getContext, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import type { Ports } from '../../platform/ports';
import type { WithSession } from '../../session/sessionSlice';
import { selectIsMoving, type WithUploads } from './uploadsSelectors';

/** Keeps the screen from sleeping while files go up: a computer that sleeps sends nothing. */
export function* keepScreenAwake(): SagaOf<void> {
  const ports = yield* getContext<Ports>('ports');
  for (;;) {
    yield* waitFor(selectIsMoving);
    yield* call(ports.page.keepAwake, true);
    yield* waitFor((state: WithUploads & WithSession) => !selectIsMoving(state));
    yield* call(ports.page.keepAwake, false);
  }
}
