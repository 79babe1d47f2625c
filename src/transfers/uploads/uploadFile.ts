import type { Task } from 'redux-saga';
import { namedBy } from '@data-manager/domain/checksums/expectedSum';
import { SMALL_FILE_BYTES } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { belongsTo } from '@data-manager/domain/session/session';
import { compositeChecksum } from '@data-manager/domain/uploads/checksums';
import {
  isUnchanged,
  replaceCondition,
  sessionOf,
  type UploadFile,
  type UploadSession,
} from '@data-manager/domain/uploads/upload';
import {
  interpretCompletion,
  interpretTaken,
  isCompletionUncertain,
  isUploadLost,
} from '@data-manager/domain/uploads/uploadFailures';
import { missingParts, planParts, slowPartSize, type PlannedPart } from '@data-manager/domain/uploads/uploadPlan';
import { inOrder } from '@data-manager/domain/uploads/uploadReceipt';
import { omit } from '@data-manager/lib/omit';
import { pick } from '@data-manager/lib/pick';
import { err, ok, type Result } from '@data-manager/lib/result';
import { arm, call, fork, join, put, race, select, spawn, type SagaOf } from '@data-manager/lib/typedEffects';
import { untilStopped, waitFor } from '@data-manager/lib/waitFor';
import { completeUpload, startUpload, type PartUrl, type StartedUpload } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import type { HashPartResult } from '../../platform/ports';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { withRetry } from '../withRetry';
import { dropParts, findContentFault } from './checkContent';
import { findSumFault, hashWhole } from './compareSums';
import type { PartsEnd } from './partPool';
import { partUrls } from './partUrls';
import type { Throughput } from './throughput';
import { retriedUpload, type PartsTransfer } from './uploadPart';
import { uploadParts } from './uploadParts';
import {
  selectIsCancelling,
  selectIsLastFile,
  selectIsPaused,
  selectUpload,
  type WithUploads,
} from './uploadsSelectors';
import { completionSent, startSent, uploadIdLost, uploadResumed, uploadStarted } from './uploadsSlice';

type State = WithUploads & WithSession;

/** The queue was paused or cancelled, or another user has signed in. */
interface Interrupted {
  readonly kind: 'interrupted';
}

const INTERRUPTED = err<Interrupted>({ kind: 'interrupted' });

/** The data with which an upload was completed on the server. */
export interface CompletedUpload {
  readonly uploadId: string;
  readonly lastFile: boolean;
}

/** The comparison of a file with its checksum files. */
type SumCheck = Task<Failure | undefined>;

/** What is computed of a whole file while it is sent. */
interface BegunHashes {
  readonly hash: Task<HashPartResult> | undefined;
  readonly check: SumCheck | undefined;
}

/** A file that is being sent. */
interface Sending {
  readonly file: UploadFile;
  readonly source: File;
  readonly split: Pick<UploadFile, 'partSize'>;
  readonly plan: readonly PlannedPart[];
  readonly throughput: Throughput;
}

type Interruptible<Value> = Result<Value, Failure | Interrupted>;

/** Uploads a file: start → URLs → parts → complete. If the server loses the upload, the file is sent again, once. */
export function* uploadFile(file: UploadFile, throughput: Throughput): SagaOf<Interruptible<CompletedUpload>> {
  const ports = yield* getPorts();
  const source = yield* call(ports.files.get, file.id);
  if (source === undefined) return err({ kind: 'file-gone', fileName: file.name });
  if (!isUnchanged(file, source)) return err({ kind: 'file-changed', fileName: file.name });
  const partSize = sessionOf(file) === undefined ? slowPartSize(file.size, throughput.ratePerPart()) : file.partSize;
  const split = partSize === undefined ? {} : { partSize };
  const plan = planParts({ size: file.size, ...split });
  if (!plan.ok) return err({ kind: 'file-too-large', fileName: file.name });
  const sending: Sending = { file, source, split, plan: plan.value, throughput };
  const result = yield* uploadOnce(sending);
  if (result.ok || result.failure.kind === 'interrupted' || !isUploadLost(result.failure)) return result;
  yield* put(uploadIdLost({ id: file.id }));
  return yield* uploadOnce(sending);
}

function* uploadOnce(sending: Sending): SagaOf<Interruptible<CompletedUpload>> {
  const { file, source, plan } = sending;
  // Hashing a small file while it is sent would take longer than sending it, because both read the file.
  // A file that checksum files name is sent only if they are right.
  const isSoon = source.size <= SMALL_FILE_BYTES || file.sums !== undefined;
  const isHashedAhead = isSoon && plan.length === 1 && sessionOf(file) === undefined;
  const hash = isHashedAhead ? yield* fork(hashWhole, source, file) : undefined;
  const check = file.sums && (yield* fork(findSumFault, file, source, hash));
  try {
    const open = yield* startOrResume(sending);
    if (!open.ok) return open;
    return (yield* untilStopped(stopOf(file), sendAndComplete, sending, open.value, { hash, check })) ?? INTERRUPTED;
  } finally {
    // No effect once the tasks have ended.
    hash?.cancel();
    check?.cancel();
  }
}

/** Selects whether parts in flight are interrupted, too. A pause lets them finish. */
function stopOf(file: UploadFile) {
  return (state: State): boolean => {
    const owner = selectSessionOwner(state);
    const isOwnerReplaced = owner !== undefined && !belongsTo(file, owner);
    return isOwnerReplaced || selectIsCancelling(state);
  };
}

function pauseOrStopOf(file: UploadFile) {
  const isStopped = stopOf(file);
  return (state: State): boolean => selectIsPaused(state) || isStopped(state);
}

/** An upload that the server waits for the parts of. */
interface OpenUpload {
  readonly session: UploadSession;
  /** The URLs that are known already. */
  readonly urls: readonly PartUrl[];
}

function* startOrResume(sending: Sending): SagaOf<Interruptible<OpenUpload>> {
  const { id } = sending.file;
  const file = yield* select(selectUpload, id);
  if (file === undefined) return err({ kind: 'aborted' });
  const session = sessionOf(file);
  if (session === undefined) return yield* start(file, sending);
  yield* put(uploadResumed({ id }));
  return ok({ session, urls: [] });
}

function* start(file: UploadFile, { split, plan }: Sending): SagaOf<Interruptible<OpenUpload>> {
  const { id } = file;
  const { clock } = yield* getPorts();
  yield* put(startSent({ id }));
  const pendingStart = new PendingStart({ ...omit(file, 'partSize'), ...split }, plan.length);
  const send = pendingStart.send.bind(pendingStart);
  const result = yield* untilStopped(pauseOrStopOf(file), withRetry<StartedUpload>, retriedUpload(file), send);
  if (result?.ok === false) return result;
  const started = result ?? (yield* pendingStart.settle());
  if (started?.ok !== true) return INTERRUPTED;
  const { uploadId, urls = [] } = started.value;
  yield* put(uploadStarted({ id, uploadId, at: yield* call(clock.now), ...split }));
  return result === undefined ? INTERRUPTED : ok({ session: { uploadId, parts: [] }, urls });
}

/** An in-flight `POST /upload/start`. It survives interruption so that the server-side upload can still be aborted. */
class PendingStart {
  readonly #file: UploadFile;
  readonly #totalParts: number;
  #request: Task<Result<StartedUpload, Failure>> | undefined;

  constructor(file: UploadFile, totalParts: number) {
    this.#file = file;
    this.#totalParts = totalParts;
  }

  *send(): SagaOf<Result<StartedUpload, Failure>> {
    this.#request = yield* spawn(requestStart, this.#file, this.#totalParts);
    return yield* join(this.#request);
  }

  /** Waits for the latest request. */
  *settle(): SagaOf<Result<StartedUpload, Failure> | undefined> {
    return this.#request && (yield* join(this.#request));
  }
}

function* requestStart(file: UploadFile, totalParts: number): SagaOf<Result<StartedUpload, Failure>> {
  const facts = pick(file, 'lastModified', 'size', 'partSize');
  const started = yield* call(startUpload, file.key, totalParts, { ...replaceCondition(file), ...facts });
  return started.ok ? started : err(interpretTaken(started.failure));
}

function* sendAndComplete(
  sending: Sending,
  { session, urls: firstUrls }: OpenUpload,
  { hash, check }: BegunHashes,
): SagaOf<Interruptible<CompletedUpload>> {
  const { file, source, plan, throughput } = sending;
  const { uploadId, parts } = session;
  const urls = partUrls({ key: file.key, uploadId, totalParts: plan.length }, firstUrls);
  const missing = missingParts(plan, parts);
  const transfer = { file, source, urls, throughput, hash };
  const sent = yield* check === undefined ? uploadParts(transfer, missing) : sendChecked(transfer, missing, check);
  if (sent.kind === 'failed' && sent.failure.kind === 'checksum-differs') yield* dropParts(file, uploadId);
  if (sent.kind === 'failed') return err(sent.failure);
  if (sent.kind === 'paused') return INTERRUPTED;
  return (yield* untilStopped(pauseOrStopOf(file), checkAndComplete, sending, session)) ?? INTERRUPTED;
}

/**
 * Sends a file that checksum files name, unless it differs. The parts of a larger file are sent while the file is hashed, and its upload
 * is not completed before.
 */
function* sendChecked(transfer: PartsTransfer, parts: readonly PlannedPart[], check: SumCheck): SagaOf<PartsEnd> {
  if (transfer.hash !== undefined) {
    const failure = yield* join(check);
    return failure === undefined ? yield* uploadParts(transfer, parts) : { kind: 'failed', failure };
  }
  const { end, different } = yield* race({
    end: arm.call(uploadParts, transfer, parts),
    different: arm.call(untilFault, check),
  });
  if (end?.kind === 'paused' || end?.kind === 'failed') return end;
  const failure = different ?? (yield* join(check));
  return failure === undefined ? { kind: 'sent' } : { kind: 'failed', failure };
}

/** Waits for a fault, also for ever. */
function* untilFault(check: SumCheck): SagaOf<Failure> {
  return (yield* join(check)) ?? (yield* waitFor((): Failure | undefined => undefined));
}

function* checkAndComplete(
  { file, source, plan }: Sending,
  session: UploadSession,
): SagaOf<Result<CompletedUpload, Failure>> {
  // The server may have completed the upload already, after an earlier check.
  const fault = session.completionUncertain === true ? undefined : yield* findContentFault(file, source, plan);
  if (fault === undefined) return yield* complete(file, session);
  if (fault.kind === 'file-changed') yield* dropParts(file, session.uploadId);
  return err(fault);
}

/** Sends `POST /upload/complete` until the server has completed the upload. */
function* complete(
  file: UploadFile,
  { uploadId, completionUncertain }: UploadSession,
): SagaOf<Result<CompletedUpload, Failure>> {
  yield* put(completionSent({ id: file.id }));
  let isUncertain = completionUncertain === true;
  return yield* withRetry(retriedUpload(file), function* () {
    const result = yield* requestCompletion(file, uploadId);
    if (result.ok) return result;
    const failure = interpretCompletion(result.failure, isUncertain, file.name);
    isUncertain = isCompletionUncertain(failure, isUncertain);
    return err(failure);
  });
}

function* requestCompletion(sent: UploadFile, uploadId: string): SagaOf<Result<CompletedUpload, Failure>> {
  const { id, key } = sent;
  const file = yield* select(selectUpload, id);
  const parts = inOrder((file && sessionOf(file))?.parts ?? []);
  const lastFile = yield* select(selectIsLastFile, sent);
  const result = yield* call(completeUpload, {
    key,
    uploadId,
    parts: parts.map(({ partNumber, etag, md5 }) => ({ PartNumber: partNumber, ETag: etag, checksum: md5 })),
    checksum: compositeChecksum(parts.map((part) => part.md5)),
    lastFile,
    ...(file && replaceCondition(file)),
    ...(file?.sums && { manifest: namedBy(file.sums) }),
    ...(file && pick(file, 'followedFolder')),
  });
  return result.ok ? ok({ uploadId, lastFile }) : result;
}
