import type { Failure } from '../failures/failure';

/**
 * What a part's failed try says in the light of an earlier one. Damage on the way would differ from try to try: the
 * same wrong ETag for the same bytes means that the storage makes its ETags in another way, and a third try is in vain.
 */
export function sharpenFailure(failure: Failure, before: Failure | undefined): Failure {
  if (failure.kind !== 'checksum-mismatch' || before?.kind !== 'checksum-mismatch') return failure;
  return failure.etag === before.etag && failure.md5 === before.md5 ? { kind: 'etag-no-hash' } : failure;
}
