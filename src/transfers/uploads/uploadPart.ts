import { buffers, eventChannel, type EventChannel, type Task } from 'redux-saga';
import { UPLOAD_STALL_MS } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { bareEtag, etagMatches } from '@data-manager/domain/uploads/checksums';
import {
  isSampled,
  placeSample,
  sampleRanges,
  type ByteRange,
  type ContentSamples,
} from '@data-manager/domain/uploads/contentSamples';
import { isUnchanged, sessionOf, type UploadedPart, type UploadFile } from '@data-manager/domain/uploads/upload';
import { detectNonMd5Etag, isUnanswered } from '@data-manager/domain/uploads/uploadFailures';
import type { PlannedPart } from '@data-manager/domain/uploads/uploadPlan';
import { err, ok, type Result } from '@data-manager/lib/result';
import { all, arm, call, fork, join, takeFrom, type SagaOf } from '@data-manager/lib/typedEffects';
import { withController } from '@data-manager/lib/waitFor';
import { getPorts } from '../../platform/getPorts';
import type { FileProbe, HashPartResult, PutPartRequest, PutPartResult } from '../../platform/ports';
import { classifyUnanswered, type PresignedUrls } from '../presignedUrls';
import { withRetry, type RetriedTransfer } from '../withRetry';
import type { Throughput } from './throughput';
import type { WithUploads } from './uploadsSelectors';
import { partRetried, waitingEnded, waitingStarted } from './uploadsSlice';

/** Everything that the parts of one file share. */
export interface PartsTransfer {
  readonly file: UploadFile;
  readonly source: File;
  readonly urls: PresignedUrls;
  readonly throughput: Throughput;
  /** The hash of a file that has a single part, started before the upload. */
  readonly hash: Task<HashPartResult> | undefined;
}

/**
 * Uploads one part, with retries.
 * @param inFlight bytes sent so far by part number; updated
 * @param isStopping true if the file has failed or the queue is paused, which makes a retry pointless
 */
export function* uploadPart(
  transfer: PartsTransfer,
  part: PlannedPart,
  inFlight: Map<number, number>,
  isStopping: () => boolean,
): SagaOf<Result<UploadedPart, Failure>> {
  let { hash } = transfer;
  // The file may change, so each retry hashes it again.
  const takeHash = () => {
    const begun = hash;
    hash = undefined;
    return begun;
  };
  let lastMismatch: Failure | undefined;
  // The page may have closed, or another computer may have sent parts, before the record was written.
  let mayBeStored = sessionOf(transfer.file) !== undefined;
  return yield* withRetry(
    retriedUpload(transfer.file),
    function* () {
      const result = yield* attempt(transfer, part, { inFlight, takeHash, mayBeStored });
      if (result.ok) return result;
      mayBeStored = result.failure.kind === 'unreachable' || isUnanswered(result.failure);
      const failure = detectNonMd5Etag(result.failure, lastMismatch);
      if (failure.kind === 'checksum-mismatch') lastMismatch = failure;
      return err(failure);
    },
    isStopping,
  );
}

/** Retries of an upload's calls and parts. */
export function retriedUpload(file: UploadFile): RetriedTransfer {
  return {
    owner: file,
    selectWaiting: ({ uploads: { status } }: WithUploads) => (status.kind === 'waiting' ? status.reason : undefined),
    waitingStarted: (reason) => waitingStarted({ reason }),
    waitingEnded,
    retried: (failure, tries, waitMs) =>
      'partNumber' in failure
        ? partRetried({ id: file.id, partNumber: failure.partNumber, tries, waitMs, failure })
        : undefined,
  };
}

interface AttemptOptions {
  readonly inFlight: Map<number, number>;
  readonly takeHash: () => Task<HashPartResult> | undefined;
  /** The storage may have received the part: there was no response to the attempt before, or the upload is resumed. */
  readonly mayBeStored: boolean;
}

/** URL → PUT and MD5 at the same time → verification. */
function* attempt(
  { file, source, urls, throughput }: PartsTransfer,
  part: PlannedPart,
  { inFlight, takeHash, mayBeStored }: AttemptOptions,
): SagaOf<Result<UploadedPart, Failure>> {
  const { random } = yield* getPorts();
  const { partNumber } = part;
  const found = yield* urls.take(partNumber);
  if (!found.ok) return found;
  const { url, etag } = found.value;
  const onProgress = (bytes: number): void => {
    throughput.addSent(bytes - (inFlight.get(partNumber) ?? 0));
    inFlight.set(partNumber, bytes);
  };
  onProgress(0);
  // Slicing registers a new blob with the browser, which takes time that matters for small files.
  const body = part.end - part.start === source.size ? source : source.slice(part.start, part.end);
  const sampledAt = isSampled(file) ? placeSample(part, yield* call(random.fraction)) : undefined;
  const samples = sampledAt === undefined ? [] : [inPart(part, sampledAt)];
  return yield* withController(function* (controller): SagaOf<Result<UploadedPart, Failure>> {
    if (mayBeStored && etag !== undefined) {
      const hashed = yield* hashOrAbort(body, controller, takeHash(), samples);
      const sent: PutPartResult = { kind: 'answered', status: 200, etag };
      const verified = verifyPart(part, file.name, { sent, hashed, onDisk: 'readable' });
      if (verified.ok) return ok(withSample(verified.value, hashed, sampledAt));
    }
    const request = { url, body, signal: controller.signal, stallMs: UPLOAD_STALL_MS };
    const [hashed, sent] = yield* all([
      arm.call(hashOrAbort, body, controller, takeHash(), samples),
      arm.call(putWithProgress, request, onProgress),
    ]);
    const onDisk = needsProbe(file, sent, hashed) ? yield* probe(file, source, part) : 'readable';
    const verified = verifyPart(part, file.name, { sent, hashed, onDisk });
    if (verified.ok) return ok(withSample(verified.value, hashed, sampledAt));
    inFlight.delete(partNumber);
    const { failure } = verified;
    return err(isUnanswered(failure) ? yield* classifyUnanswered(failure, urls, partNumber) : failure);
  });
}

/** Returns the ranges of the sample of a part, relative to the part. */
function inPart(part: PlannedPart, at: number): readonly ByteRange[] {
  return sampleRanges(part, at).map(({ start, end }) => ({ start: start - part.start, end: end - part.start }));
}

function withSample(part: UploadedPart, hashed: HashPartResult, at: number | undefined): UploadedPart {
  const md5 = hashed.kind === 'hashed' ? hashed.samples?.[0] : undefined;
  return at === undefined || md5 === undefined ? part : { ...part, sample: { at, md5 } };
}

interface PutProgress {
  readonly sentBytes: number;
}

/** Sends the part, and passes its progress on from the browser's callbacks. */
function* putWithProgress(
  request: Omit<PutPartRequest, 'onProgress'>,
  onProgress: (sentBytes: number) => void,
): SagaOf<PutPartResult> {
  const ports = yield* getPorts();
  let emit: (progress: PutProgress) => void = () => undefined;
  const progress = eventChannel<PutProgress>((emitProgress) => {
    emit = emitProgress;
    return () => undefined;
  }, buffers.sliding(1));
  yield* fork(watchProgress, progress, onProgress);
  try {
    return yield* call(ports.putPart, { ...request, onProgress: (sentBytes: number) => emit({ sentBytes }) });
  } finally {
    progress.close();
  }
}

function* watchProgress(progress: EventChannel<PutProgress>, onProgress: (sentBytes: number) => void): SagaOf<void> {
  for (;;) onProgress((yield* takeFrom(progress)).sentBytes);
}

/** Hashes the part. If it can't be read, the PUT is aborted. */
function* hashOrAbort(
  body: Blob,
  controller: AbortController,
  begun: Task<HashPartResult> | undefined,
  samples: ContentSamples,
): SagaOf<HashPartResult> {
  const { hashPart } = yield* getPorts();
  const hashed = begun === undefined ? yield* call(hashPart, body, controller.signal, samples) : yield* join(begun);
  if (hashed.kind === 'unreadable' || hashed.kind === 'stalled') controller.abort();
  return hashed;
}

/**
 * A browser reports an unreadable file like a lost connection. An empty part proves nothing: a file that disappeared
 * before its size was read also counts as empty.
 */
function needsProbe({ size }: UploadFile, sent: PutPartResult, hashed: HashPartResult): boolean {
  return sent.kind === 'unreachable' || hashed.kind === 'unreadable' || size === 0;
}

function* probe(file: UploadFile, source: File, { start }: PlannedPart): SagaOf<FileProbe> {
  if (!isUnchanged(file, source)) return 'changed';
  const { probeFile } = yield* getPorts();
  // Browsers never read an empty slice from the disk, but they do read an empty file.
  return yield* call(probeFile, file.size === 0 ? source : source.slice(start, start + 1));
}

/** The results of one attempt. */
export interface PartAttempt {
  readonly sent: PutPartResult;
  readonly hashed: HashPartResult;
  /** 'readable' unless the file was probed. */
  readonly onDisk: FileProbe;
}

/** Compares the ETag with the MD5. Problems with the file take precedence over those of the network. */
export function verifyPart(
  { partNumber, start, end }: PlannedPart,
  fileName: string,
  { sent, hashed, onDisk }: PartAttempt,
): Result<UploadedPart, Failure> {
  if (onDisk === 'changed') return err({ kind: 'file-changed', fileName });
  if (onDisk === 'missing' || hashed.kind === 'unreadable') return err({ kind: 'file-gone', fileName });
  if (hashed.kind === 'stalled') return err({ kind: 'stalled', partNumber });
  if (hashed.kind === 'aborted' || sent.kind === 'aborted') return err({ kind: 'aborted' });
  if (hashed.kind === 'unavailable') {
    return err({ kind: sent.kind === 'unreachable' ? 'storage-unreachable' : 'stalled', partNumber });
  }
  if (hashed.bytes !== end - start) return err({ kind: 'file-changed', fileName });
  if (sent.kind === 'unreachable') return err({ kind: 'storage-unreachable', partNumber });
  if (sent.kind === 'intercepted') return err({ kind: 'unreachable' });
  if (sent.kind === 'stalled') return err({ kind: 'stalled', partNumber });
  // S3 responds with 403 to a presigned URL that has expired.
  if (sent.status === 403) return err({ kind: 'url-refused', partNumber });
  if (sent.status < 200 || sent.status > 299) {
    return err({ kind: 'storage-refused', status: sent.status, partNumber });
  }
  if (sent.etag === null) return err({ kind: 'etag-hidden' });
  const etag = bareEtag(sent.etag);
  const { md5 } = hashed;
  return etagMatches(etag, md5)
    ? ok({ partNumber, etag, md5 })
    : err({ kind: 'checksum-mismatch', partNumber, etag, md5 });
}
