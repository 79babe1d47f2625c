import { buffers, channel, type Channel, type Task } from 'redux-saga';
import { PROGRESS_SAMPLE_MS } from '../../domain/constants';
import type { Failure } from '../../domain/failures/failure';
import { isWorthFinishing, type PlannedPart } from '../../domain/uploads/uploadPlan';
import { arm, delay, fork, put, putTo, race, select, takeFrom, type SagaOf } from '../../lib/typedEffects';
import { waitFor } from '../../lib/waitFor';
import { measureThroughput, type ThroughputMeasured } from './throughput';
import { uploadPart, type PartsTransfer } from './uploadPart';
import { selectIsPaused, type WithUploads } from './uploadsSelectors';
import { partUploaded, progressSampled } from './uploadsSlice';

/** The result of sending the parts. */
type PartsEnd =
  { readonly kind: 'sent' } | { readonly kind: 'paused' } | { readonly kind: 'failed'; readonly failure: Failure };

type PoolEvent =
  | { readonly kind: 'part-ended'; readonly part: PlannedPart; readonly failure?: Failure }
  | { readonly kind: 'paused' }
  | { readonly kind: 'pause-overdue' }
  | { readonly kind: 'resumed' }
  | ThroughputMeasured;

/** A paused queue waits at most this long for parts that are nearly sent. */
const PAUSE_MAX_MS = 30_000;

/** Uploads the parts, several at the same time. After a pause it returns as soon as nothing is in flight. */
export function* uploadParts(transfer: PartsTransfer, parts: readonly PlannedPart[]): SagaOf<PartsEnd> {
  const inFlight = new Map<number, number>();
  const events = channel<PoolEvent>(buffers.expanding());
  const { end } = yield* race({
    end: arm.call(runPool, transfer, parts, inFlight, events),
    pause: arm.call(watchPause, events),
    sampled: arm.call(sampleProgress, transfer.file.id, inFlight),
    measured: arm.call(measureThroughput, transfer.throughput, inFlight, events),
  });
  return end ?? { kind: 'paused' };
}

interface RunningPart {
  readonly part: PlannedPart;
  readonly task: Task<void>;
}

/**
 * Starts parts as the concurrency allows. After a failure no part is started, and those in flight are not retried.
 * After a pause, the parts that are nearly sent finish, and the others are aborted and sent again once the queue is
 * resumed.
 */
function* runPool(
  transfer: PartsTransfer,
  parts: readonly PlannedPart[],
  inFlight: Map<number, number>,
  events: Channel<PoolEvent>,
): SagaOf<PartsEnd> {
  const { throughput } = transfer;
  const queue = [...parts];
  const running = new Map<number, RunningPart>();
  let failure: Failure | undefined;
  let isPaused = yield* select(selectIsPaused);
  const isStopping = () => isPaused || failure !== undefined;
  const drop = ({ part, task }: RunningPart): void => {
    task.cancel();
    running.delete(part.partNumber);
    inFlight.delete(part.partNumber);
    queue.unshift(part);
  };
  for (;;) {
    while (!isStopping() && running.size < throughput.concurrency()) {
      const part = queue.shift();
      if (part === undefined) break;
      running.set(part.partNumber, { part, task: yield* fork(runPart, transfer, part, inFlight, isStopping, events) });
    }
    if (running.size === 0) {
      if (failure !== undefined) return { kind: 'failed', failure };
      return { kind: queue.length === 0 ? 'sent' : 'paused' };
    }
    const event = yield* takeFrom(events);
    switch (event.kind) {
      case 'part-ended':
        if (!running.delete(event.part.partNumber)) {
          // It ended just before it was dropped.
          if (event.failure === undefined) queue.splice(queue.indexOf(event.part), 1);
        } else if (event.failure !== undefined && isPaused) queue.unshift(event.part);
        else failure ??= event.failure;
        break;
      case 'paused': {
        isPaused = true;
        const rate = throughput.rate();
        const ratePerPart = rate === undefined ? undefined : rate / inFlight.size;
        const isNearlySent = ({ partNumber, start, end }: PlannedPart): boolean => {
          const sent = inFlight.get(partNumber);
          return sent !== undefined && isWorthFinishing(end - start, sent, ratePerPart);
        };
        for (const one of [...running.values()].reverse()) if (!isNearlySent(one.part)) drop(one);
        break;
      }
      case 'pause-overdue':
        for (const one of [...running.values()].reverse()) drop(one);
        break;
      case 'resumed':
        isPaused = false;
        break;
      case 'throughput-measured':
        break;
    }
  }
}

/** Passes pauses of the queue on to the pool. Runs until it is cancelled. */
function* watchPause(events: Channel<PoolEvent>): SagaOf<void> {
  for (;;) {
    yield* waitFor(selectIsPaused);
    yield* putTo(events, { kind: 'paused' });
    const { overdue } = yield* race({ resumed: arm.call(waitUntilResumed), overdue: arm.delay(PAUSE_MAX_MS) });
    if (overdue !== undefined) {
      yield* putTo(events, { kind: 'pause-overdue' });
      yield* waitUntilResumed();
    }
    yield* putTo(events, { kind: 'resumed' });
  }
}

function* waitUntilResumed(): SagaOf<void> {
  yield* waitFor((state: WithUploads) => !selectIsPaused(state));
}

function* runPart(
  transfer: PartsTransfer,
  part: PlannedPart,
  inFlight: Map<number, number>,
  isStopping: () => boolean,
  events: Channel<PoolEvent>,
): SagaOf<void> {
  const result = yield* uploadPart(transfer, part, inFlight, isStopping);
  inFlight.delete(part.partNumber);
  if (result.ok) yield* put(partUploaded({ id: transfer.file.id, part: result.value }));
  yield* putTo(events, { kind: 'part-ended', part, ...(!result.ok && { failure: result.failure }) });
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
