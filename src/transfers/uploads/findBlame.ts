import type { Failure } from '../../domain/failures/failure';
import { classifyFailure, isUnanswered } from '../../domain/uploads/uploadFailures';
import { type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { renewPartUrl, type PartUrls } from './partUrls';

/**
 * Why a try of a part failed. Where the storage left it unanswered, the API is asked for the URL of the next try: if
 * it gives no answer either, the network is at fault.
 */
export function* findBlame(urls: PartUrls, partNumber: number, failure: Failure): SagaOf<Failure> {
  if (!isUnanswered(failure)) return failure;
  const ports = yield* getPorts();
  if (!ports.page.isOnline()) return classifyFailure(failure, 'offline');
  const renewed = yield* renewPartUrl(urls, partNumber);
  const isSilent = !renewed.ok && renewed.failure.kind === 'unreachable';
  return classifyFailure(failure, isSilent ? 'unreachable' : 'reachable');
}
