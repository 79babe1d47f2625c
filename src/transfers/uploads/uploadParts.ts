import { buffers, channel, type Channel, type Task } from 'redux-saga';
import { PROGRESS_SAMPLE_MS } from '../../domain/constants';
import type { Failure } from '../../domain/failures/failure';
import type { UploadFile } from '../../domain/uploads/upload';
import type { PlannedPart } from '../../domain/uploads/uploadPlan';
import { arm, delay, fork, put, putTo, race, takeFrom, type SagaOf } from '../../lib/typedEffects';
import type { HashPartResult } from '../../platform/ports';
import type { PartUrls } from './partUrls';
import { measureThroughput, type Throughput, type ThroughputMeasured } from './throughput';
import { uploadPart } from './uploadPart';
import { partUploaded, progressSampled } from './uploadsSlice';

/** Everything that the parts of one file share. */
export interface PartsTransfer {
  readonly file: UploadFile;
  readonly source: File;
  readonly urls: PartUrls;
  readonly throughput: Throughput;
  /** The hash of a file that has a single part, begun before the upload started. */
  readonly hash: Task<HashPartResult> | undefined;
}

interface PartEnded {
  readonly kind: 'part-ended';
  readonly failure?: Failure;
}

type PoolEvent = PartEnded | ThroughputMeasured;

/** Uploads the parts, several at the same time. Returns why the file failed; undefined if all parts are uploaded. */
export function* uploadParts(transfer: PartsTransfer, parts: readonly PlannedPart[]): SagaOf<Failure | undefined> {
  const inFlight = new Map<number, number>();
  const events = channel<PoolEvent>(buffers.expanding());
  const { failure } = yield* race({
    failure: arm.call(runPool, transfer, parts, inFlight, events),
    sampled: arm.call(sampleProgress, transfer.file.id, inFlight),
    measured: arm.call(measureThroughput, transfer.throughput, inFlight, events),
  });
  return failure;
}

/** Starts parts as the concurrency allows. After a failure no part is started, and those in flight are not retried. */
function* runPool(
  transfer: PartsTransfer,
  parts: readonly PlannedPart[],
  inFlight: Map<number, number>,
  events: Channel<PoolEvent>,
): SagaOf<Failure | undefined> {
  let failure: Failure | undefined;
  let started = 0;
  let ended = 0;
  const hasFailed = () => failure !== undefined;
  for (;;) {
    while (!hasFailed() && started - ended < transfer.throughput.concurrency()) {
      const part = parts[started];
      if (part === undefined) break;
      started += 1;
      yield* fork(runPart, transfer, part, inFlight, hasFailed, events);
    }
    if (ended === started) return failure;
    const event = yield* takeFrom(events);
    if (event.kind === 'throughput-measured') continue;
    ended += 1;
    failure ??= event.failure;
  }
}

function* runPart(
  transfer: PartsTransfer,
  part: PlannedPart,
  inFlight: Map<number, number>,
  hasFailed: () => boolean,
  events: Channel<PoolEvent>,
): SagaOf<void> {
  const result = yield* uploadPart(transfer, part, inFlight, hasFailed);
  inFlight.delete(part.partNumber);
  if (result.ok) yield* put(partUploaded({ id: transfer.file.id, part: result.value }));
  yield* putTo(events, { kind: 'part-ended', ...(!result.ok && { failure: result.failure }) });
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
