import { createMD5 } from 'hash-wasm';
import SparkMD5 from 'spark-md5';
import type { HashPartResult } from './ports';

/** Bytes read at a time. */
const BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Keeps readers with a pending read reachable. Otherwise the garbage collector can collect both, and the hash never
 * completes.
 */
const activeReaders = new Set<ReadableStreamBYOBReader>();

/** An MD5 over bytes that arrive in chunks. */
export interface RunningMd5 {
  update(bytes: Uint8Array<ArrayBuffer>): void;
  /** Lower-case hexadecimal. */
  digest(): string;
}

/**
 * Computes the MD5 of a blob, and counts its bytes, with one buffer of memory.
 *
 * @param onProgress called after each chunk
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

/** Creates an MD5 with hash-wasm, or with spark-md5 (five times slower) if the Content Security Policy forbids WebAssembly. */
export async function createRunningMd5(startWasm: typeof createMD5 = createMD5): Promise<RunningMd5> {
  try {
    const wasm = (await startWasm()).init();
    return { update: (bytes) => void wasm.update(bytes), digest: () => wasm.digest('hex') };
  } catch {
    return createSparkMd5();
  }
}

function createSparkMd5(): RunningMd5 {
  const spark = new SparkMD5.ArrayBuffer();
  return {
    update: (bytes) => void spark.append(bytes.slice().buffer),
    digest: () => spark.end(),
  };
}

/** Yields the bytes of a blob. The chunks share one buffer: each is valid until the next one is requested. */
export async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // A blob that fits into one buffer is read faster without a stream.
  const reader = blob.size > BUFFER_BYTES ? openByteReader(blob) : undefined;
  if (reader === undefined) {
    yield* slicesOf(blob);
    return;
  }
  activeReaders.add(reader);
  let buffer = new ArrayBuffer(BUFFER_BYTES);
  try {
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      // The stream transfers the buffer, and returns it with the bytes read.
      buffer = value.buffer;
    }
  } finally {
    activeReaders.delete(reader);
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns undefined in browsers without readable byte streams. */
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
