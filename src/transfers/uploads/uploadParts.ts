import type { Channel } from 'redux-saga';
import { PROGRESS_SAMPLE_MS } from '@data-manager/domain/constants';
import type { PlannedPart } from '@data-manager/domain/uploads/uploadPlan';
import { arm, delay, fork, put, putTo, race, select, takeFrom, type SagaOf } from '@data-manager/lib/typedEffects';
import { waitFor } from '@data-manager/lib/waitFor';
import { PartPool, type PartsEnd, type PoolEvent } from './partPool';
import { measureThroughput } from './throughput';
import { uploadPart, type PartsTransfer } from './uploadPart';
import { selectIsPaused, type WithUploads } from './uploadsSelectors';
import { partUploaded, progressSampled } from './uploadsSlice';

/** A paused queue waits at most this long for parts that are nearly sent. */
const PAUSE_MAX_MS = 30_000;

/** Uploads the parts, several at the same time. After a pause it returns as soon as nothing is in flight. */
export function* uploadParts(transfer: PartsTransfer, parts: readonly PlannedPart[]): SagaOf<PartsEnd> {
  const { file, throughput } = transfer;
  const pool = new PartPool(parts, throughput, yield* select(selectIsPaused));
  const { end } = yield* race({
    end: arm.call(runPool, transfer, pool),
    pause: arm.call(watchPause, pool.events),
    sampled: arm.call(sampleProgress, file.id, pool.inFlight),
    measured: arm.call(measureThroughput, throughput, pool.inFlight, pool.events),
  });
  return end ?? { kind: 'paused' };
}

/** Starts parts as the pool allows, until all have ended. */
function* runPool(transfer: PartsTransfer, pool: PartPool): SagaOf<PartsEnd> {
  for (;;) {
    for (let part = pool.next(); part !== undefined; part = pool.next()) {
      pool.start(part, yield* fork(runPart, transfer, part, pool));
    }
    const end = pool.end();
    if (end !== undefined) return end;
    pool.react(yield* takeFrom(pool.events));
  }
}

/** Passes pauses of the queue on to the pool. Runs until it is cancelled. */
function* watchPause(events: Channel<PoolEvent>): SagaOf<void> {
  for (;;) {
    yield* waitFor(selectIsPaused);
    yield* putTo(events, { kind: 'paused' });
    const { overdue } = yield* race({ resumed: arm.call(waitForResume), overdue: arm.delay(PAUSE_MAX_MS) });
    if (overdue !== undefined) {
      yield* putTo(events, { kind: 'pause-overdue' });
      yield* waitForResume();
    }
    yield* putTo(events, { kind: 'resumed' });
  }
}

function* waitForResume(): SagaOf<void> {
  yield* waitFor((state: WithUploads) => !selectIsPaused(state));
}

function* runPart(transfer: PartsTransfer, part: PlannedPart, pool: PartPool): SagaOf<void> {
  const result = yield* uploadPart(transfer, part, pool.inFlight, () => pool.isStopping());
  pool.inFlight.delete(part.partNumber);
  if (result.ok) yield* put(partUploaded({ id: transfer.file.id, part: result.value }));
  yield* putTo(pool.events, { kind: 'part-ended', part, ...(!result.ok && { failure: result.failure }) });
}

/** Copies the bytes in flight into the store at intervals, if they have changed. Runs until it is cancelled. */
function* sampleProgress(id: string, inFlight: ReadonlyMap<number, number>): SagaOf<void> {
  let last = '[]';
  for (;;) {
    yield* delay(PROGRESS_SAMPLE_MS);
    const sample = JSON.stringify([...inFlight]);
    if (sample === last) continue;
    last = sample;
    yield* put(progressSampled({ id, inFlight: Object.fromEntries(inFlight) }));
  }
}
