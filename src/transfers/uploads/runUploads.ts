import { refreshLists } from '../../api/gateways';
import { belongsTo } from '../../domain/session/session';
import type { UploadFile } from '../../domain/uploads/upload';
import type { FailedSending } from '../../domain/uploads/uploadFailures';
import { arm, call, delay, put, race, select, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { abortUploads } from './abortUploads';
import { createLine, type Line } from './measureLine';
import { noteEnd } from './noteEnd';
import { settleStart, type StartInFlight } from './startInFlight';
import { uploadFile } from './uploadFile';
import { selectIsCancelling, selectIsPaused, selectStartableUpload } from './uploadsSelectors';
import { fileReturnedToQueue } from './uploadsSlice';

/** While files go up, lists on the screen are fetched anew this often at most, and once more at the end. */
const REFRESH_LISTS_MS = 5_000;
/** So many files may fail in one go. */
const FAILURES_AT_ONCE = 25;

/** Owns the queue: the only saga that sends files, and the one that tells the server when they are cancelled. */
export function* runUploads(): SagaOf<void> {
  const line = createLine();
  for (;;) {
    const start: StartInFlight = {};
    yield* race({ queue: arm.call(runQueue, start, line), cancelled: arm.call(waitUntilCancelled) });
    yield* abortUploads(start);
  }
}

function* waitUntilCancelled(): SagaOf<void> {
  yield* waitFor(selectIsCancelling);
}

function* waitUntilPaused(): SagaOf<void> {
  yield* waitFor(selectIsPaused);
}

/** One file at a time, for ever. */
function* runQueue(start: StartInFlight, line: Line): SagaOf<void> {
  const ports = yield* getPorts();
  let refreshedAt = 0;
  let before: FailedSending | undefined;
  let failures = 0;
  for (;;) {
    const file = yield* waitFor(selectStartableUpload);
    const { ended } = yield* race({
      ended: arm.call(uploadFile, file, start, line),
      handedOver: arm.call(waitForSomebodyElse, file),
      paused: arm.call(waitUntilPaused),
    });
    if (ended === undefined) yield* setAside(file, start);
    else before = yield* noteEnd(file, ended, before);
    if (ended?.ok === false) {
      failures += 1;
      // What is gone from the disk fails without a wait: thousands of such files would let nobody else have a turn.
      if (failures % FAILURES_AT_ONCE === 0) yield* delay(0);
    }
    const isIdle = (yield* select(selectStartableUpload)) === undefined;
    if (!isIdle && ports.clock.now() - refreshedAt < REFRESH_LISTS_MS) continue;
    refreshedAt = ports.clock.now();
    yield* call(refreshLists);
  }
}

/** Somebody else has signed in: their files must not wait behind this one. */
function* waitForSomebodyElse(file: UploadFile): SagaOf<void> {
  yield* waitFor((state: WithSession) => {
    const owner = selectSessionOwner(state);
    return owner !== undefined && !belongsTo(file, owner);
  });
}

function* setAside({ id }: UploadFile, start: StartInFlight): SagaOf<void> {
  yield* settleStart(start);
  yield* put(fileReturnedToQueue({ id }));
}
