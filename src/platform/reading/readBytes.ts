import type { ByteReader } from '@data-manager/lib/byteReader';
import { err, ok, type Result } from '@data-manager/lib/result';
import { createPauses } from '../pauses';

/** Longest time on the main thread at once. With one more step of the reader it stays below 50 ms. */
const SLICE_MS = 25;

/**
 * Drives a reader: reads the byte ranges that it requests, passes in the bytes, and yields to the page in between.
 * Fails if the file can no longer be read or the signal is aborted.
 */
export async function readBytes<Value>(
  blob: Blob,
  reader: ByteReader<Value>,
  signal: AbortSignal,
): Promise<Result<Value, 'unreadable' | 'aborted'>> {
  const pause = createPauses({ sliceMs: SLICE_MS });
  let step = reader.next();
  while (step.done !== true) {
    await pause();
    const bytes = signal.aborted ? undefined : await bytesOf(blob.slice(step.value.start, step.value.end));
    if (signal.aborted) return err('aborted');
    if (bytes === undefined) return err('unreadable');
    step = reader.next(bytes);
  }
  return ok(step.value);
}

async function bytesOf(blob: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch {
    return undefined;
  }
}
