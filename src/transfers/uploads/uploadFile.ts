import { completeUpload } from '../../api/gateways';
import type { Failure } from '../../domain/failures/failure';
import { compositeChecksum } from '../../domain/uploads/checksums';
import { isUnchanged, sessionOf, type UploadFile, type UploadSession } from '../../domain/uploads/upload';
import { interpretCompletion, isCompletionUncertain, isUploadLost } from '../../domain/uploads/uploadFailures';
import { missingParts, planParts, type PlannedPart } from '../../domain/uploads/uploadPlan';
import { inOrder } from '../../domain/uploads/uploadReceipt';
import { err, ok, type Result } from '../../lib/result';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { hashAhead } from './hashAhead';
import type { Line } from './measureLine';
import { createPartUrls } from './partUrls';
import { beginUpload, type StartInFlight } from './startInFlight';
import { uploadParts } from './uploadParts';
import { selectNextUpload, selectUpload } from './uploadsSelectors';
import { completionSent, uploadIdLost, uploadResumed, uploadStarted } from './uploadsSlice';
import { withRetry } from './withRetry';

/** Start, parts, complete. A lost upload id starts the file anew, once. */
export function* uploadFile(file: UploadFile, start: StartInFlight, line: Line): SagaOf<Result<null, Failure>> {
  const ports = yield* getPorts();
  const source = openFile(file, ports.files.get(file.id));
  if (!source.ok) return source;
  const plan = planParts(file.size);
  if (!plan.ok) return err({ kind: 'file-too-large', fileName: file.name });
  const outcome = yield* sendOnce(file, source.value, plan.value, start, line);
  if (outcome.ok || !isUploadLost(outcome.failure)) return outcome;
  yield* put(uploadIdLost({ id: file.id }));
  return yield* sendOnce(file, source.value, plan.value, start, line);
}

/** The file as it was when it was chosen, or why that can't be had. */
function openFile(chosen: UploadFile, file: File | undefined): Result<File, Failure> {
  if (file === undefined) return err({ kind: 'file-gone', fileName: chosen.name });
  return isUnchanged(chosen, file) ? ok(file) : err({ kind: 'file-changed', fileName: chosen.name });
}

function* sendOnce(
  file: UploadFile,
  source: File,
  plan: readonly PlannedPart[],
  start: StartInFlight,
  line: Line,
): SagaOf<Result<null, Failure>> {
  const ports = yield* getPorts();
  const isWhole = plan.length === 1 && sessionOf(file) === undefined;
  const ahead = isWhole ? yield* hashAhead(ports, source) : undefined;
  try {
    const begun = yield* resumeOrBegin(file, start);
    if (!begun.ok) return begun;
    const { uploadId, parts, completionUncertain: asked = false } = begun.value;
    const urls = createPartUrls({ key: file.key, uploadId, totalParts: plan.length });
    const todo = missingParts(plan, parts);
    const hashing = ahead && { hashing: ahead };
    const failure = yield* uploadParts({ file, source, todo, urls, line, sent: new Map(), ...hashing });
    return failure === undefined ? yield* finish(file, uploadId, asked) : err(failure);
  } finally {
    // Without effect once it has ended. No effect of a saga: a `finally` of a cancelled one that yields would go on.
    ahead?.cancel();
  }
}

/** The complete call, until the server has put the file together. */
function* finish(file: UploadFile, uploadId: string, asked: boolean): SagaOf<Result<null, Failure>> {
  yield* put(completionSent({ id: file.id }));
  let mayBe = asked;
  return yield* withRetry(file, function* () {
    const outcome = yield* complete(file, uploadId);
    if (outcome.ok) return outcome;
    const failure = interpretCompletion(outcome.failure, mayBe, file.name);
    mayBe = isCompletionUncertain(failure, mayBe);
    return err(failure);
  });
}

function* resumeOrBegin({ id }: UploadFile, start: StartInFlight): SagaOf<Result<UploadSession, Failure>> {
  const file = yield* select(selectUpload, id);
  if (file === undefined) return err({ kind: 'aborted' });
  const session = sessionOf(file);
  if (session !== undefined) {
    yield* put(uploadResumed({ id }));
    return ok(session);
  }
  const outcome = yield* beginUpload(file, start);
  if (!outcome.ok) return outcome;
  const { uploadId } = outcome.value;
  const ports = yield* getPorts();
  yield* put(uploadStarted({ id, uploadId, at: ports.clock.now() }));
  return ok({ uploadId, parts: [] });
}

function* complete({ id, key }: UploadFile, uploadId: string): SagaOf<Result<null, Failure>> {
  const file = yield* select(selectUpload, id);
  const session = file === undefined ? undefined : sessionOf(file);
  const parts = inOrder(session?.parts ?? []);
  const lastFile = (yield* select(selectNextUpload)) === undefined;
  return yield* call(completeUpload, {
    key,
    uploadId,
    parts: parts.map(({ partNumber, etag, md5 }) => ({ PartNumber: partNumber, ETag: etag, checksum: md5 })),
    checksum: compositeChecksum(parts.map((part) => part.md5)),
    lastFile,
  });
}
