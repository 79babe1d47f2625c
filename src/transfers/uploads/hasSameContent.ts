import { sessionOf, type UploadFile } from '@data-manager/domain/uploads/upload';
import { planParts } from '@data-manager/domain/uploads/uploadPlan';
import { call, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';

/**
 * Compares the last uploaded part with the chosen file. Name, size and time may be equal by coincidence (copies,
 * archives), and parts of two files would make a corrupt one.
 */
export function* hasSameContent(file: UploadFile, source: File): SagaOf<boolean> {
  const { hashPart } = yield* getPorts();
  const part = sessionOf(file)?.parts.at(-1);
  const plan = planParts(file.size);
  const slice = plan.ok && part ? plan.value[part.partNumber - 1] : undefined;
  if (part === undefined || slice === undefined) return true;
  const hashed = yield* call(hashPart, source.slice(slice.start, slice.end), new AbortController().signal);
  // A file that can't be hashed can't be uploaded either; the upload will report why.
  return hashed.kind !== 'hashed' || hashed.md5 === part.md5;
}
