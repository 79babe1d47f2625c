import type { Task } from 'redux-saga';
import { call, fork, type SagaOf } from '../../lib/typedEffects';
import type { HashPartResult, Ports } from '../../platform/ports';

/** Bytes up to which a file is hashed before it is sent: so little is read in a moment, and once more costs nothing. */
const HASH_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * Begins to hash a small file while the server is asked where to put it: hashed beside its own PUT, the two readers of
 * the file take longer than the bytes on the wire. Undefined for a file that is read too long to be read ahead.
 */
export function* hashAhead(
  { hashPart }: Pick<Ports, 'hashPart'>,
  source: File,
): SagaOf<Task<HashPartResult> | undefined> {
  return source.size > HASH_AHEAD_BYTES ? undefined : yield* fork(hashWhole, hashPart, source);
}

function* hashWhole(hashPart: Ports['hashPart'], source: File): SagaOf<HashPartResult> {
  const controller = new AbortController();
  try {
    return yield* call(hashPart, source, controller.signal);
  } finally {
    // Without effect once there is a digest.
    controller.abort();
  }
}
