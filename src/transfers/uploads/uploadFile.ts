import type { Task } from 'redux-saga';
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
import { missingParts, planParts, type PlannedPart } from '@data-manager/domain/uploads/uploadPlan';
import { inOrder } from '@data-manager/domain/uploads/uploadReceipt';
import { err, ok, type Result } from '@data-manager/lib/result';
import { call, fork, join, put, select, spawn, type SagaOf } from '@data-manager/lib/typedEffects';
import { untilStopped, withSignal } from '@data-manager/lib/waitFor';
import { completeUpload, startUpload, type PartUrl, type StartedUpload } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import type { HashPartResult } from '../../platform/ports';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { withRetry } from '../withRetry';
import { dropParts, findContentFault } from './checkContent';
import { partUrls } from './partUrls';
import type { Throughput } from './throughput';
import { retriedUpload } from './uploadPart';
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

/** A file that is being sent. */
interface Sending {
  readonly file: UploadFile;
  readonly source: File;
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
  const plan = planParts(file.size);
  if (!plan.ok) return err({ kind: 'file-too-large', fileName: file.name });
  const sending: Sending = { file, source, plan: plan.value, throughput };
  const result = yield* uploadOnce(sending);
  if (result.ok || result.failure.kind === 'interrupted' || !isUploadLost(result.failure)) return result;
  yield* put(uploadIdLost({ id: file.id }));
  return yield* uploadOnce(sending);
}

function* uploadOnce(sending: Sending): SagaOf<Interruptible<CompletedUpload>> {
  const { file, source, plan } = sending;
  // Hashing a small file while it is sent would take longer than sending it, because both read the file.
  const isHashedAhead = source.size <= SMALL_FILE_BYTES && plan.length === 1 && sessionOf(file) === undefined;
  const hash = isHashedAhead ? yield* fork(hashWhole, source) : undefined;
  try {
    const open = yield* startOrResume(file, plan.length);
    if (!open.ok) return open;
    return (yield* untilStopped(stopOf(file), sendAndComplete, sending, open.value, hash)) ?? INTERRUPTED;
  } finally {
    // No effect once the task has ended.
    hash?.cancel();
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

function* hashWhole(source: File): SagaOf<HashPartResult> {
  const { hashPart } = yield* getPorts();
  return yield* withSignal((signal) => call(hashPart, source, signal));
}

/** An upload that the server waits for the parts of. */
interface OpenUpload {
  readonly session: UploadSession;
  /** The URLs that are known already. */
  readonly urls: readonly PartUrl[];
}

function* startOrResume({ id }: UploadFile, totalParts: number): SagaOf<Interruptible<OpenUpload>> {
  const file = yield* select(selectUpload, id);
  if (file === undefined) return err({ kind: 'aborted' });
  const session = sessionOf(file);
  if (session === undefined) return yield* start(file, totalParts);
  yield* put(uploadResumed({ id }));
  return ok({ session, urls: [] });
}

function* start(file: UploadFile, totalParts: number): SagaOf<Interruptible<OpenUpload>> {
  const { id } = file;
  const { clock } = yield* getPorts();
  yield* put(startSent({ id }));
  const pendingStart = new PendingStart(file, totalParts);
  const send = pendingStart.send.bind(pendingStart);
  const result = yield* untilStopped(pauseOrStopOf(file), withRetry<StartedUpload>, retriedUpload(file), send);
  if (result?.ok === false) return result;
  const started = result ?? (yield* pendingStart.settle());
  if (started?.ok !== true) return INTERRUPTED;
  const { uploadId, urls = [] } = started.value;
  yield* put(uploadStarted({ id, uploadId, at: yield* call(clock.now) }));
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
  const started = yield* call(startUpload, file.key, totalParts, replaceCondition(file));
  return started.ok ? started : err(interpretTaken(started.failure));
}

function* sendAndComplete(
  sending: Sending,
  { session, urls: firstUrls }: OpenUpload,
  hash: Task<HashPartResult> | undefined,
): SagaOf<Interruptible<CompletedUpload>> {
  const { file, source, plan, throughput } = sending;
  const { uploadId, parts } = session;
  const urls = partUrls({ key: file.key, uploadId, totalParts: plan.length }, firstUrls);
  const missing = missingParts(plan, parts);
  const sent = yield* uploadParts({ file, source, urls, throughput, hash }, missing);
  if (sent.kind === 'failed') return err(sent.failure);
  if (sent.kind === 'paused') return INTERRUPTED;
  return (yield* untilStopped(pauseOrStopOf(file), checkAndComplete, sending, session)) ?? INTERRUPTED;
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
  });
  return result.ok ? ok({ uploadId, lastFile }) : result;
}
