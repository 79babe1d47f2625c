import { call, getContext, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import type { Ports } from '../../platform/ports';
import type { WithUploads } from './uploadsSelectors';

/** Asks before the page is left while files are in the queue: leaving would interrupt them. */
export function* guardUnload(): SagaOf<void> {
  const ports = yield* getContext<Ports>('ports');
  for (;;) {
    yield* waitFor((state: WithUploads) => state.uploads.files.length > 0);
    yield* call(ports.page.guardUnload, 'upload', true);
    yield* waitFor((state: WithUploads) => state.uploads.files.length === 0);
    yield* call(ports.page.guardUnload, 'upload', false);
  }
}
