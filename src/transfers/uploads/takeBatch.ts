import type { Channel } from 'redux-saga';
import { arm, race, takeFrom, takeWaiting, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import type { WithUploads } from './uploadsSelectors';
import { progressSampled } from './uploadsSlice';

/** Small files cause many events; writing them to the database one by one would take longer than the upload. */
const BATCH_MS = 250;

/**
 * Takes at least one event and all that follow within a moment, in order. Returns at once when the queue becomes empty,
 * because the user may close the page then, and with each progress sample, because a reload must not show less than before.
 */
export function* takeBatch<Event extends object>(events: Channel<Event>): SagaOf<readonly Event[]> {
  const first = yield* takeFrom(events);
  if (!progressSampled.match(first)) {
    yield* race({ later: arm.delay(BATCH_MS), sampled: arm.take(progressSampled), empty: arm.call(waitUntilEmpty) });
  }
  return [first, ...(yield* takeWaiting(events))];
}

function* waitUntilEmpty(): SagaOf<void> {
  yield* waitFor((state: WithUploads) => state.uploads.files.length === 0);
}
