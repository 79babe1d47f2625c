import { createMD5 } from 'hash-wasm';
import SparkMD5 from 'spark-md5';
import type { HashPartResult } from './ports';

/** Bytes that are in memory at a time. */
const BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Readers that wait for bytes. Nothing else of the page or the worker points at them then, so that they could be
 * collected as garbage with their pending read: the hash would never end.
 */
const reading = new Set<ReadableStreamBYOBReader>();

/** A running MD5. */
export interface RunningMd5 {
  update(bytes: Uint8Array<ArrayBuffer>): void;
  /** Lower-case hex. */
  digest(): string;
}

/**
 * MD5 of a blob, read as a stream and counted on the way; never more of it in memory than one buffer.
 * @param onProgress told of each piece that was read
 */
export async function hashBlob(
  blob: Blob,
  signal?: AbortSignal,
  createHash: () => Promise<RunningMd5> = createRunningMd5,
  onProgress?: () => void,
): Promise<HashPartResult> {
  const hash = await createHash();
  let bytes = 0;
  const isAborted = (): boolean => signal?.aborted === true;
  try {
    for await (const chunk of chunksOf(blob)) {
      if (isAborted()) return { kind: 'aborted' };
      hash.update(chunk);
      bytes += chunk.byteLength;
      onProgress?.();
    }
  } catch {
    return { kind: 'unreadable' };
  }
  return isAborted() ? { kind: 'aborted' } : { kind: 'hashed', md5: hash.digest(), bytes };
}

/** hash-wasm; where the page's policy allows no WebAssembly, spark-md5, which is five times as slow. */
export async function createRunningMd5(startWasm: typeof createMD5 = createMD5): Promise<RunningMd5> {
  try {
    const wasm = (await startWasm()).init();
    return { update: (bytes) => void wasm.update(bytes), digest: () => wasm.digest('hex') };
  } catch {
    return createSparkMd5();
  }
}

/** The running MD5 in plain JavaScript. */
function createSparkMd5(): RunningMd5 {
  const spark = new SparkMD5.ArrayBuffer();
  return {
    update: (bytes) => void spark.append(bytes.slice().buffer),
    digest: () => spark.end(),
  };
}

/** The blob's bytes in order. Each chunk is good until the next one is asked for: they share one buffer. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // What fits into one buffer comes quicker without a stream.
  const reader = blob.size > BUFFER_BYTES ? openByteReader(blob) : undefined;
  if (reader === undefined) {
    yield* slicesOf(blob);
    return;
  }
  reading.add(reader);
  let buffer = new ArrayBuffer(BUFFER_BYTES);
  try {
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      // The stream took the buffer away and gives it back inside what it read.
      buffer = value.buffer;
    }
  } finally {
    reading.delete(reader);
    await reader.cancel().catch(() => undefined);
  }
}

/** Undefined where blobs give no byte streams. */
function openByteReader(blob: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < blob.size; start += BUFFER_BYTES) {
    yield new Uint8Array(await blob.slice(start, start + BUFFER_BYTES).arrayBuffer());
  }
}
