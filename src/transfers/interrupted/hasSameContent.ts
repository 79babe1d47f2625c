import { sessionOf, type UploadFile } from '../../domain/uploads/upload';
import { planParts } from '../../domain/uploads/uploadPlan';
import { call, type SagaOf } from '../../lib/typedEffects';
import type { Ports } from '../../platform/ports';

/**
 * Whether a file that was chosen again gives a part that the server holds as it was sent. Name, size and time may agree
 * by chance (copies, archives), and parts of two files would make one that never was.
 */
export function* hasSameContent(
  { hashPart }: Pick<Ports, 'hashPart'>,
  file: UploadFile,
  source: File,
): SagaOf<boolean> {
  const part = sessionOf(file)?.parts.at(-1);
  const plan = planParts(file.size);
  const place = plan.ok && part ? plan.value[part.partNumber - 1] : undefined;
  if (part === undefined || place === undefined) return true;
  const hashed = yield* call(hashPart, source.slice(place.start, place.end), new AbortController().signal);
  // What can't be hashed now can't be sent either: the transfer will say why.
  return hashed.kind !== 'hashed' || hashed.md5 === part.md5;
}
