import { createMD5, createSHA256 } from 'hash-wasm';
import SparkMD5 from 'spark-md5';
import type { ByteRange, ContentSamples } from '@data-manager/domain/uploads/contentSamples';
import type { HashPartResult } from '../ports';
import { openByteReader } from '../reading/openByteReader';

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

export interface HashOptions {
  readonly samples?: ContentSamples;
  /** Needs WebAssembly. */
  readonly withSha256?: boolean;
  readonly createHash?: () => Promise<RunningMd5>;
  /** Called after each chunk. */
  readonly onProgress?: () => void;
}

/**
 * Computes the MD5 of a blob and of samples of it, and on request its SHA-256, and counts its bytes, with one buffer of memory and
 * copies of the samples.
 */
export async function hashBlob(
  blob: Blob,
  signal?: AbortSignal,
  { samples = [], withSha256 = false, createHash = createRunningMd5, onProgress }: HashOptions = {},
): Promise<HashPartResult> {
  const hash = await createHash();
  const sha256 = withSha256 ? (await createSHA256()).init() : undefined;
  const copies = samples.map((ranges) => new SampleCopy(ranges));
  let bytes = 0;
  const isAborted = (): boolean => signal?.aborted === true;
  try {
    for await (const chunk of chunksOf(blob)) {
      if (isAborted()) return { kind: 'aborted' };
      hash.update(chunk);
      sha256?.update(chunk);
      for (const copy of copies) copy.add(chunk, bytes);
      bytes += chunk.byteLength;
      onProgress?.();
    }
  } catch {
    return { kind: 'unreadable' };
  }
  if (isAborted()) return { kind: 'aborted' };
  const md5 = hash.digest();
  const digests: string[] = [];
  for (const copy of copies) {
    // Only now, because a worker has one instance for all hashes.
    const sampleHash = await createHash();
    sampleHash.update(copy.bytes);
    digests.push(sampleHash.digest());
  }
  return {
    ...{ kind: 'hashed', md5, bytes },
    ...(sha256 !== undefined && { sha256: sha256.digest('hex') }),
    ...(digests.length > 0 && { samples: digests }),
  };
}

/** The bytes of a sample, collected while the chunks of a blob pass. */
class SampleCopy {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(private readonly ranges: readonly ByteRange[]) {
    this.bytes = new Uint8Array(ranges.reduce((sum, { start, end }) => sum + end - start, 0));
  }

  /** @param offset the place of the chunk in the blob */
  add(chunk: Uint8Array, offset: number): void {
    let place = 0;
    for (const { start, end } of this.ranges) {
      const from = Math.max(start, offset);
      const to = Math.min(end, offset + chunk.byteLength);
      if (from < to) this.bytes.set(chunk.subarray(from - offset, to - offset), place + from - start);
      place += end - start;
    }
  }
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
  const reader = blob.size > BUFFER_BYTES ? openByteReader(blob.stream()) : undefined;
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

async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < blob.size; start += BUFFER_BYTES) {
    yield new Uint8Array(await blob.slice(start, start + BUFFER_BYTES).arrayBuffer());
  }
}
