import type { Failure } from '../../domain/failure';
import { sharpenFailure } from '../../domain/uploadEtag';
import type { UploadedPart, UploadFile } from '../../domain/upload';
import type { PlannedPart } from '../../domain/uploadPlan';
import { failed, type Outcome } from '../../lib/outcome';
import { all, arm, call, getContext, put, race, type SagaOf } from '../../lib/typedEffects';
import type { Ports } from '../../platform/ports';
import { takePartUrl, type PartUrls } from './partUrls';
import { patiently } from './patiently';
import { sampleProgress } from './sampleProgress';
import { transferPart } from './transferPart';
import { partUploaded } from './uploadsSlice';

/** Parts of a file on the wire at a time: enough to fill a long line, few enough for short retries. */
const LANES = 3;

/** The parts of one file that are to be sent, and what is on the wire. Lives as long as the file is sent. */
export interface PartsJob {
  readonly file: UploadFile;
  readonly source: File;
  /** Parts that nobody has taken yet, in order. */
  readonly todo: PlannedPart[];
  readonly urls: PartUrls;
  /** Bytes on the wire by part number. */
  readonly sent: Map<number, number>;
  /** Why the file failed: the first that a lane met. */
  failure?: Failure;
}

/** Sends the parts, several at a time. Gives back why it failed; undefined when all have arrived. */
export function* uploadParts(job: PartsJob): SagaOf<Failure | undefined> {
  yield* race({ sent: arm.call(runLanes, job), sampled: arm.call(sampleProgress, job.file.id, job.sent) });
  return job.failure;
}

function* runLanes(job: PartsJob): SagaOf<void> {
  yield* all(Array.from({ length: LANES }, () => arm.call(runLane, job)));
}

/** Takes one part after the other. When a lane has failed, the others end the try that they are in and stop. */
function* runLane(job: PartsJob): SagaOf<void> {
  const isMoot = (): boolean => job.failure !== undefined;
  for (let part = job.todo.shift(); part !== undefined && !isMoot(); part = job.todo.shift()) {
    const taken = part;
    const outcome = yield* patiently(
      job.file,
      comparing(() => tryPart(job, taken)),
      isMoot,
    );
    job.sent.delete(taken.partNumber);
    if (outcome.ok) yield* put(partUploaded({ id: job.file.id, part: outcome.value }));
    else job.failure ??= outcome.failure;
  }
}

/** Remembers what the storage made of the part before: what repeats itself is no accident. */
function comparing<Value>(attempt: () => SagaOf<Outcome<Value, Failure>>): () => SagaOf<Outcome<Value, Failure>> {
  let before: Failure | undefined;
  return function* () {
    const outcome = yield* attempt();
    if (outcome.ok) return outcome;
    const failure = sharpenFailure(outcome.failure, before);
    if (failure.kind === 'checksum-mismatch') before = failure;
    return failed(failure);
  };
}

function* tryPart(job: PartsJob, part: PlannedPart): SagaOf<Outcome<UploadedPart, Failure>> {
  const ports = yield* getContext<Ports>('ports');
  const url = yield* takePartUrl(job.urls, part.partNumber);
  if (!url.ok) return url;
  const controller = new AbortController();
  const onProgress = (bytes: number): void => void job.sent.set(part.partNumber, bytes);
  const { file, source } = job;
  const transfer = { file, source, part, url: url.value, controller, onProgress };
  try {
    const outcome = yield* call(transferPart, ports, transfer);
    if (!outcome.ok) job.sent.delete(part.partNumber);
    return outcome;
  } finally {
    // Without effect once the transfer has settled.
    controller.abort();
  }
}
