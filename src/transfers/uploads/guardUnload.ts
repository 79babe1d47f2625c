import { call, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { WithUploads } from './uploadsSelectors';

/** Asks before the page is left while files are in the queue: leaving would interrupt them. */
export function* guardUnload(): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    yield* waitFor((state: WithUploads) => state.uploads.files.length > 0);
    yield* call(ports.page.guardUnload, 'upload', true);
    yield* waitFor((state: WithUploads) => state.uploads.files.length === 0);
    yield* call(ports.page.guardUnload, 'upload', false);
  }
}
