import type { ByteReader } from '@data-manager/lib/byteReader';

/**
 * Runs a reader on bytes in memory, and returns its result.
 *
 * @param onRead called with the number of bytes of each read
 */
export function runReader<Result>(
  reader: ByteReader<Result>,
  bytes: Uint8Array,
  onRead: (count: number) => void = () => undefined,
): Result {
  let step = reader.next();
  while (step.done !== true) {
    const read = bytes.subarray(step.value.start, step.value.end);
    onRead(read.length);
    step = reader.next(read);
  }
  return step.value;
}
