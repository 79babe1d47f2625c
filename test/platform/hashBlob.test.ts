import { Blob as NodeBlob } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createRunningMd5, hashBlob } from '../../src/platform/hashBlob';

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

describe('hashBlob', () => {
  it.each([0, 1, 70_000, 9 * 1024 * 1024 + 3])('returns the MD5 and the byte count of %d bytes', async (length) => {
    const bytes = bytesOf(length);
    const expected = { kind: 'hashed', md5: md5Of(bytes), bytes: length };
    expect(await hashBlob(aBlob(bytes))).toEqual(expected);
  });

  it('returns the same MD5 if WebAssembly is not allowed', async () => {
    const bytes = bytesOf(200_001);
    expect(await hashBlob(aBlob(bytes), undefined, withoutWasm)).toMatchObject({ md5: md5Of(bytes) });
  });

  it('returns the same MD5 without readable byte streams', async () => {
    const bytes = bytesOf(5 * 1024 * 1024);
    const blob = Object.assign(aBlob(bytes), {
      stream: () => {
        throw new TypeError('byob is not supported');
      },
    });
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

  it('calls onProgress after each chunk', async () => {
    const onProgress = jest.fn();
    await hashBlob(aBlob(bytesOf(9 * 1024 * 1024)), undefined, createRunningMd5, onProgress);
    expect(onProgress.mock.calls.length).toBeGreaterThan(2);
  });

  it('stops when it is aborted', async () => {
    expect(await hashBlob(aBlob(bytesOf(5)), AbortSignal.abort())).toEqual({ kind: 'aborted' });
  });
});
