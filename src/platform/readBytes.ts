import type { ByteReader } from '../lib/byteReader';
import { err, ok, type Result } from '../lib/result';
import { wait } from './wait';

/** So long the page's thread is kept busy at a time; one more step of a reader stays below what is felt, 50 ms. */
const SLICE_MS = 25;

/**
 * Gives a reader the bytes that it asks for, and the page a rest whenever the reader has been busy for a while: browsers
 * do not promise to read in a task of its own. Fails where the disk does not give the bytes any longer, and when the
 * signal is aborted.
 */
export async function readBytes<Value>(
  blob: Blob,
  reader: ByteReader<Value>,
  signal: AbortSignal,
): Promise<Result<Value, 'unreadable' | 'aborted'>> {
  let sliceEnd = performance.now() + SLICE_MS;
  let step = reader.next();
  while (step.done !== true) {
    if (performance.now() >= sliceEnd) {
      await wait(0);
      sliceEnd = performance.now() + SLICE_MS;
    }
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
