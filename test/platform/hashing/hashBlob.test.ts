import { Blob as NodeBlob } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createMD5 } from 'hash-wasm';
import { createRunningMd5, hashBlob } from '../../../src/platform/hashing/hashBlob';
import { createHashSamples } from '../../../src/platform/hashing/hashSamples';
import type { HashPartResult } from '../../../src/platform/ports';

/** jsdom's blobs lack streams. */
function aBlob(...parts: Uint8Array<ArrayBuffer>[]): Blob {
  return new NodeBlob(parts) as unknown as Blob;
}

function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 31) % 251);
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

const withoutWasm = () => createRunningMd5(() => Promise.reject(new Error('not allowed by the policy')));

async function expectHashed(result: Promise<HashPartResult>) {
  const hashed = await result;
  if (hashed.kind !== 'hashed') throw new Error(`The result is ${hashed.kind}.`);
  return hashed;
}

describe('hashBlob', () => {
  it.each([0, 1, 70_000, 9 * 1024 * 1024 + 3])('returns the MD5 and the byte count of %d bytes', async (length) => {
    const bytes = bytesOf(length);
    const expected = { kind: 'hashed', md5: md5Of(bytes), bytes: length };
    expect(await hashBlob(aBlob(bytes))).toEqual(expected);
  });

  it('returns the same MD5 if WebAssembly is not allowed', async () => {
    const bytes = bytesOf(200_001);
    expect(await hashBlob(aBlob(bytes), undefined, { createHash: withoutWasm })).toMatchObject({ md5: md5Of(bytes) });
  });

  it('returns the same MD5 without readable byte streams', async () => {
    const bytes = bytesOf(5 * 1024 * 1024);
    const blob = Object.assign(aBlob(bytes), { stream: () => new ReadableStream<Uint8Array<ArrayBuffer>>() });
    expect(await hashBlob(blob)).toEqual({ kind: 'hashed', md5: md5Of(bytes), bytes: bytes.length });
  });

  it('reports a file that can no longer be read as unreadable', async () => {
    const broken = new ReadableStream({
      type: 'bytes',
      pull: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    });
    const large = Object.assign(aBlob(bytesOf(5 * 1024 * 1024)), { stream: () => broken });
    expect(await hashBlob(large)).toEqual({ kind: 'unreadable' });
    const gone = Object.assign(aBlob(bytesOf(5)), { arrayBuffer: () => Promise.reject(new DOMException('gone')) });
    expect(await hashBlob(Object.assign(gone, { slice: () => gone }))).toEqual({ kind: 'unreadable' });
  });

  it('returns the MD5 of each sample, also across chunks and with one instance for all hashes', async () => {
    const bytes = bytesOf(9 * 1024 * 1024);
    const middle = 4 * 1024 * 1024;
    const samples = [
      [{ start: 0, end: 10 }],
      [
        { start: 5, end: 7 },
        { start: middle - 3, end: middle + 4 },
      ],
      [{ start: bytes.length - 1, end: bytes.length }],
    ];
    const instance = createMD5();
    const shared = () => createRunningMd5(() => instance);
    const { samples: digests, md5 } = await expectHashed(
      hashBlob(aBlob(bytes), undefined, { createHash: shared, samples }),
    );
    expect(md5).toBe(md5Of(bytes));
    expect(digests).toEqual(
      samples.map((ranges) => md5Of(Buffer.concat(ranges.map(({ start, end }) => bytes.subarray(start, end))))),
    );
  });

  it('calls onProgress after each chunk', async () => {
    const onProgress = jest.fn();
    await hashBlob(aBlob(bytesOf(9 * 1024 * 1024)), undefined, { onProgress });
    expect(onProgress.mock.calls.length).toBeGreaterThan(2);
  });

  it('stops when it is aborted', async () => {
    expect(await hashBlob(aBlob(bytesOf(5)), AbortSignal.abort())).toEqual({ kind: 'aborted' });
  });
});

it('the samples of a file that are read alone have the MD5s that they had when the whole file was hashed', async () => {
  const file = aBlob(bytesOf(5 * 1024 * 1024));
  const samples = [
    [
      { start: 0, end: 65_536 },
      { start: 4_000_000, end: 4_065_536 },
    ],
    [{ start: 5_000_000, end: 5_000_001 }],
  ];
  const whole = await expectHashed(hashBlob(file, undefined, { samples }));
  const hashSamples = createHashSamples((body, signal, joined) =>
    hashBlob(body, signal, joined && { samples: joined }),
  );
  const alone = await expectHashed(hashSamples(file, samples, new AbortController().signal));
  expect(alone.samples).toEqual(whole.samples);
  expect(alone.bytes).toBe(131_073);
});
