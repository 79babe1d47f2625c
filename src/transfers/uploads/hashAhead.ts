import type { HashPartResult, Ports } from '../../platform/ports';

/** Bytes up to which a file is hashed before it is sent: so little is read in a moment, and once more costs nothing. */
const HASH_AHEAD_BYTES = 4 * 1024 * 1024;

/** The digest of a whole file, begun before the file is sent. */
export interface HashAhead {
  readonly result: Promise<HashPartResult>;
  /** Without effect once there is a result. */
  readonly abandon: () => void;
}

/**
 * Begins to hash a small file while the server is asked where to put it: hashed beside its own PUT, the two readers of
 * the file take longer than the bytes on the wire. Undefined for a file that is read too long to be read ahead.
 */
export function hashAhead({ hashPart }: Pick<Ports, 'hashPart'>, source: File): HashAhead | undefined {
  if (source.size > HASH_AHEAD_BYTES) return undefined;
  const controller = new AbortController();
  return { result: hashPart(source, controller.signal), abandon: () => controller.abort() };
}
