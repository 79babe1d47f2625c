import type { Action } from '@reduxjs/toolkit';
import type { Channel } from 'redux-saga';
import { SMALL_FILE_BYTES } from '@data-manager/domain/constants';
import { arm, race, select, takeAny, takeFrom, takeWaiting, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor, waitForSignal } from '@data-manager/lib/waitFor';
import { getPorts } from '../platform/getPorts';
import { selectUpload, type WithUploads } from './uploads/uploadsSelectors';
import { fileCompleted, filesQueued, partUploaded, progressSampled } from './uploads/uploadsSlice';

/** Small files cause many events; writing them to the database one by one would take longer than the upload. */
const BATCH_MS = 250;

/**
 * Takes at least one event and all that follow within a moment, in order. Returns immediately when the queue becomes
 * empty, because the user may close the page then, and when the page may be closing. Also returns immediately
 * for a resumed upload and for the progress of files that are not small, so that the shown progress does not decrease
 * even after a crash.
 *
 * @param isClosing the page may be closing, so that nothing is waited for after the first event
 */
export function* takeBatch<Event extends Action>(events: Channel<Event>, isClosing = false): SagaOf<readonly Event[]> {
  const first = yield* takeFrom(events);
  if (!isClosing && !(yield* isUrgent(first))) {
    const { page } = yield* getPorts();
    yield* race({
      later: arm.delay(BATCH_MS),
      urgent: arm.call(waitForUrgent),
      empty: arm.call(waitUntilEmpty),
      closing: arm.call(waitForSignal, page.onMayClose),
    });
  }
  return [first, ...(yield* takeWaiting(events))];
}

function* waitForUrgent(): SagaOf<void> {
  for (;;) if (yield* isUrgent(yield* takeAny(filesQueued, progressSampled, partUploaded, fileCompleted))) return;
}

function* isUrgent(event: Action): SagaOf<boolean> {
  if (filesQueued.match(event)) return event.payload.done !== undefined;
  if (progressSampled.match(event)) return true;
  if (fileCompleted.match(event)) return event.payload.receipt.size > SMALL_FILE_BYTES;
  if (!partUploaded.match(event)) return false;
  const file = yield* select(selectUpload, event.payload.id);
  return file !== undefined && file.size > SMALL_FILE_BYTES;
}

function* waitUntilEmpty(): SagaOf<void> {
  yield* waitFor((state: WithUploads) => state.uploads.files.length === 0);
}
