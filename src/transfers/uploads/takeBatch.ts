import type { Channel } from 'redux-saga';
import { arm, race, takeFrom, takeWaiting, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import type { WithUploads } from './uploadsSelectors';

/** What small files bring in so long is written down at once: one by one, that would cost more than their bytes do. */
const GATHER_MS = 250;

/**
 * Waits for a fact of the uploads and for those that follow it within a moment: at least one, in their order. Not a
 * moment longer than files are left, since a person may close the page as soon as all is sent.
 */
export function* takeBatch<Fact extends object>(facts: Channel<Fact>): SagaOf<readonly Fact[]> {
  const first = yield* takeFrom(facts);
  yield* race({ moment: arm.delay(GATHER_MS), done: arm.call(waitUntilNoneIsLeft) });
  return [first, ...(yield* takeWaiting(facts))];
}

function* waitUntilNoneIsLeft(): SagaOf<void> {
  yield* waitFor((state: WithUploads) => state.uploads.files.length === 0);
}
