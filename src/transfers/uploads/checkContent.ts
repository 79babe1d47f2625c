import type { Failure } from '@data-manager/domain/failures/failure';
import { planSampleChecks, type SampleCheck } from '@data-manager/domain/uploads/contentSamples';
import { sessionOf, type UploadedPart, type UploadFile } from '@data-manager/domain/uploads/upload';
import { planParts, type PlannedPart } from '@data-manager/domain/uploads/uploadPlan';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { withSignal } from '@data-manager/lib/waitFor';
import { cancelUpload } from '../../api/gateways';
import { getPorts } from '../../platform/getPorts';
import { selectUpload } from './uploadsSelectors';
import { uploadIdLost } from './uploadsSlice';

/*
 * Problem: the parts of a file are read one after the other. If the file is overwritten meanwhile and its time of change stays as
 * it was (`rsync --inplace --times`, network shares that report times late), the browser reads on, and the parts are of two
 * versions.
 * Idea: a sample of each part is hashed with the part, and read again when all parts are sent. If all samples are the same, the
 * file still has the content of every part.
 * Cost: 128 KiB for each part of 64 MiB (0.2 %), read once more and hashed three times more. A change of bytes outside of the
 * samples goes unnoticed.
 */

/**
 * Returns why the parts that were sent are not the content of the file; undefined if nothing speaks against it. A file that was
 * deleted meanwhile counts as sent: each of its parts is verified.
 */
export function* findContentFault(
  { id, name }: UploadFile,
  source: File,
  plan: readonly PlannedPart[],
): SagaOf<Failure | undefined> {
  const file = yield* select(selectUpload, id);
  for (const check of planSampleChecks(plan, (file && sessionOf(file)?.parts) ?? [])) {
    const fault = yield* checkSamples(check, source, name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function* checkSamples(
  { partNumber, samples, noted }: SampleCheck,
  source: File,
  fileName: string,
): SagaOf<Failure | undefined> {
  const { hashSamples, probeFile } = yield* getPorts();
  const hashed = yield* withSignal((signal) => call(hashSamples, source, samples, signal));
  switch (hashed.kind) {
    case 'hashed':
      return noted.every((md5, index) => hashed.samples?.[index] === md5)
        ? undefined
        : { kind: 'file-changed', fileName };
    case 'unreadable':
      return (yield* call(probeFile, source.slice(0, 1))) === 'missing'
        ? undefined
        : { kind: 'file-changed', fileName };
    case 'aborted':
      return { kind: 'aborted' };
    case 'stalled':
    case 'unavailable':
      return { kind: 'stalled', partNumber };
  }
}

/** Aborts an upload whose parts are of several versions, so that a retry sends all of them again. */
export function* dropParts({ id, key }: UploadFile, uploadId: string): SagaOf<void> {
  // The server aborts what it is not told about after a week.
  yield* call(cancelUpload, { key, uploadId });
  yield* put(uploadIdLost({ id }));
}

/**
 * Compares the last uploaded part with the chosen file. Name, size and time may be equal by coincidence (copies,
 * archives), and parts of two files would make a corrupt one.
 */
export function* hasSameContent(file: UploadFile, source: File): SagaOf<boolean> {
  return yield* hasPart(source, file, sessionOf(file)?.parts.at(-1));
}

/** Compares a file with a part that was sent of it; true without a part. */
export function* hasPart(
  source: File,
  split: Pick<UploadFile, 'size' | 'partSize'>,
  part: Pick<UploadedPart, 'partNumber' | 'md5'> | undefined,
): SagaOf<boolean> {
  const { hashPart } = yield* getPorts();
  const plan = planParts(split);
  const slice = plan.ok && part ? plan.value[part.partNumber - 1] : undefined;
  if (part === undefined || slice === undefined) return true;
  const hashed = yield* call(hashPart, source.slice(slice.start, slice.end), new AbortController().signal);
  // A file that can't be hashed can't be uploaded either; the upload will report why.
  return hashed.kind !== 'hashed' || hashed.md5 === part.md5;
}
