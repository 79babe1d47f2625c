import type { Task } from 'redux-saga';
import type { Failure } from '../../domain/failures/failure';
import type { UploadedPart, UploadFile } from '../../domain/uploads/upload';
import { detectNonMd5Etag } from '../../domain/uploads/uploadFailures';
import type { PlannedPart } from '../../domain/uploads/uploadPlan';
import { err, type Result } from '../../lib/result';
import { createSemaphore, type Semaphore } from '../../lib/semaphore';
import { arm, call, fork, put, race, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { HashPartResult } from '../../platform/ports';
import { findBlame } from './findBlame';
import { measureLine, type Line } from './measureLine';
import { takePartUrl, type PartUrls } from './partUrls';
import { sampleProgress } from './sampleProgress';
import { transferPart } from './transferPart';
import { partUploaded } from './uploadsSlice';
import { withRetry } from './withRetry';

/** The parts of one file that are to be sent, and what is on the wire. Lives as long as the file is sent. */
export interface PartsJob {
  readonly file: UploadFile;
  readonly source: File;
  /** Parts that are not sent yet, in order. */
  readonly todo: readonly PlannedPart[];
  readonly urls: PartUrls;
  readonly line: Line;
  /** Bytes on the wire by part number. */
  readonly sent: Map<number, number>;
  /** The digest of the only part, for its first try. */
  hashing?: Task<HashPartResult>;
  /** Why the file failed: the first reason that a part met. */
  failure?: Failure;
}

/** Sends the parts, several at a time. Gives back why it failed; undefined when all have arrived. */
export function* uploadParts(job: PartsJob): SagaOf<Failure | undefined> {
  const places = createSemaphore(job.line.flight.target);
  yield* race({
    sent: arm.call(sendAll, job, places),
    sampled: arm.call(sampleProgress, job.file.id, job.sent),
    measured: arm.call(measureLine, job.line, job.sent, places.setPermits),
  });
  return job.failure;
}

/** Begins one part after the other as there is room; ends when all have ended. After a failure none is begun. */
function* sendAll(job: PartsJob, places: Semaphore): SagaOf<void> {
  for (const part of job.todo) {
    const leave = yield* call(places.acquire);
    if (job.failure !== undefined) return;
    yield* fork(sendPart, job, part, leave);
  }
}

/** Tries a part until it has arrived or its file has failed; of a file that failed otherwise it ends the try it is in. */
function* sendPart(job: PartsJob, part: PlannedPart, leave: () => void): SagaOf<void> {
  const outcome = yield* withRetry(
    job.file,
    comparing(() => tryPart(job, part)),
    () => job.failure !== undefined,
  );
  job.sent.delete(part.partNumber);
  if (outcome.ok) yield* put(partUploaded({ id: job.file.id, part: outcome.value }));
  else job.failure ??= outcome.failure;
  leave();
}

/** Remembers what the storage made of the part before: what repeats itself is no accident. */
function comparing<Value>(attempt: () => SagaOf<Result<Value, Failure>>): () => SagaOf<Result<Value, Failure>> {
  let before: Failure | undefined;
  return function* () {
    const outcome = yield* attempt();
    if (outcome.ok) return outcome;
    const failure = detectNonMd5Etag(outcome.failure, before);
    if (failure.kind === 'checksum-mismatch') before = failure;
    return err(failure);
  };
}

function* tryPart(job: PartsJob, part: PlannedPart): SagaOf<Result<UploadedPart, Failure>> {
  const ports = yield* getPorts();
  const url = yield* takePartUrl(job.urls, part.partNumber);
  if (!url.ok) return url;
  const controller = new AbortController();
  const { file, source, line, sent, hashing } = job;
  delete job.hashing;
  const onProgress = (bytes: number): void => {
    line.sentBytes += bytes - (sent.get(part.partNumber) ?? 0);
    sent.set(part.partNumber, bytes);
  };
  onProgress(0);
  const transfer = { file, source, part, url: url.value, controller, onProgress, ...(hashing && { hashing }) };
  try {
    const outcome = yield* transferPart(ports, transfer);
    if (outcome.ok) return outcome;
    job.sent.delete(part.partNumber);
    return err(yield* findBlame(job.urls, part.partNumber, outcome.failure));
  } finally {
    // Without effect once the transfer has settled.
    controller.abort();
  }
}
