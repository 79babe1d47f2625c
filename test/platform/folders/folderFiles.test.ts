/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createFolderFiles } from '../../../src/platform/folders/folderFiles';
import type { FetchRangeRequest } from '../../../src/platform/folders/folderPorts';
import type * as HashBlob from '../../../src/platform/hashing/hashBlob';
import { createFakeDirectory } from '../../support/fakeDirectory';

/** Set to the error with which hashes fail. */
const mockFault: { error?: Error } = {};
jest.mock('../../../src/platform/hashing/hashBlob', (): typeof HashBlob => {
  const actual = jest.requireActual<typeof HashBlob>('../../../src/platform/hashing/hashBlob');
  const createRunningMd5: typeof actual.createRunningMd5 = async (startWasm) => {
    const md5 = await actual.createRunningMd5(startWasm);
    const update = (bytes: Parameters<typeof md5.update>[0]): void => {
      if (mockFault.error !== undefined) throw mockFault.error;
      md5.update(bytes);
    };
    return { ...md5, update };
  };
  return { ...actual, createRunningMd5 };
});

const NEVER = new AbortController().signal;
const SIZE = 2_500;
const CONTENT = new Uint8Array(SIZE).map((_, index) => (index * 7) % 251);
const URL = 'https://storage.test/a.tif';
const FILE = { writerId: 'w', path: 'TC042/a.tif', size: SIZE, partSizes: [1_000, SIZE] };

const md5 = (start: number, end: number): string => createHash('md5').update(CONTENT.slice(start, end)).digest('hex');
const MD5S = [[md5(0, 1_000), md5(1_000, 2_000), md5(2_000, SIZE)], [md5(0, SIZE)]];

/** Sends the requested range. */
const storage: typeof fetch = (_url, init) => {
  const [, start = '', end = ''] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
  const body = CONTENT.slice(Number(start), Number(end) + 1);
  return Promise.resolve(new Response(body, { status: 206 }));
};

/** Like `storage`. `received` resolves when the body of the first response has been read to its end. */
function watchedStorage() {
  let onRead: () => void = () => undefined;
  const received = new Promise<void>((resolve) => (onRead = resolve));
  const fetchFrom: typeof fetch = async (url, init) => {
    const { body, status } = await storage(url, init);
    const watched = body?.pipeThrough(new TransformStream({ flush: () => onRead() }));
    return new Response(watched ?? null, { status });
  };
  return { fetchFrom, received };
}

function setUp(fetchFrom = storage, failing: { write?: string; close?: string } = {}) {
  const files = new Map<string, { bytes: Uint8Array<ArrayBuffer> }>();
  const calls = createFolderFiles(fetchFrom);
  const range = (start: number, end: number, { signal = NEVER, ...given }: Partial<FetchRangeRequest> = {}) =>
    calls.fetchRange({ writerId: 'w', url: URL, start, end, stallMs: 1_000, ...given }, signal);
  return { files, calls, range, folder: createFakeDirectory(files, failing) };
}

describe('files in a folder', () => {
  it('a text is written in pieces, and replaces a file of its name', async () => {
    const { calls, folder, files } = setUp();
    for (const pieces of [['old text'], ['ü ', '2']]) {
      await expect(calls.writeText(folder, 'TC042/MD5SUMS', pieces)).resolves.toEqual({ kind: 'done' });
    }
    expect(new TextDecoder().decode(files.get('TC042/MD5SUMS')?.bytes)).toBe('ü 2');
    const full = setUp(storage, { write: 'QuotaExceededError' });
    await expect(full.calls.writeText(full.folder, 'a', ['a'])).resolves.toEqual({ kind: 'failed', fault: 'full' });
  });

  it('returns the sizes of the files that exist', async () => {
    const { files, calls, folder } = setUp();
    files.set('TC042/a.tif', { bytes: CONTENT });
    const paths = ['TC042/a.tif', 'TC042/b.tif', 'TC043/a.tif'];
    await expect(calls.fileSizes(folder, paths)).resolves.toEqual([SIZE, undefined, undefined]);
  });

  it('writes a file from ranges in any order, hashes it in order, and shows it once it is saved', async () => {
    const { files, calls, range, folder } = setUp();
    await expect(calls.openFile(folder, FILE)).resolves.toEqual({ kind: 'done' });
    const results = await Promise.all([range(2_000, SIZE), range(1_200, 2_000), range(0, 1_200)]);
    expect(results).toEqual(Array.from({ length: 3 }, () => ({ kind: 'written' })));
    await expect(calls.hashWritten('w')).resolves.toEqual({ kind: 'hashed', md5s: MD5S });
    expect(files.get(FILE.path)?.bytes).toHaveLength(0);
    await expect(calls.saveFile('w')).resolves.toEqual({ kind: 'done' });
    expect(files.get(FILE.path)?.bytes).toEqual(CONTENT);
  });

  it('waits with hashing until the bytes before have arrived', async () => {
    const { fetchFrom, received } = watchedStorage();
    const { calls, range, folder } = setUp(fetchFrom);
    await calls.openFile(folder, FILE);
    const settled = jest.fn();
    const later = range(1_200, SIZE).then(settled);
    await received;
    await setImmediate();
    expect(settled).not.toHaveBeenCalled();
    await range(0, 1_200);
    await later;
    expect(settled).toHaveBeenCalledWith({ kind: 'written' });
  });

  it('fails a range whose hash fails, and goes on with the ranges behind it', async () => {
    const { calls, range, folder } = setUp();
    await calls.openFile(folder, FILE);
    mockFault.error = new Error('out of memory');
    await expect(range(0, 1_200)).resolves.toEqual({ kind: 'failed', fault: 'unwritable' });
    delete mockFault.error;
    await expect(range(1_200, SIZE)).resolves.toEqual({ kind: 'written' });
    await expect(calls.hashWritten('w')).resolves.not.toEqual({ kind: 'hashed', md5s: MD5S });
  });

  it('does not write a range again that is hashed', async () => {
    let requests = 0;
    const { calls, range, folder } = setUp((url, init) => {
      requests += 1;
      return storage(url, init);
    });
    await calls.openFile(folder, FILE);
    await range(0, SIZE);
    await expect(range(0, SIZE)).resolves.toEqual({ kind: 'written' });
    expect(requests).toBe(1);
  });

  it('receives files in browsers whose responses are not byte streams', async () => {
    const chunks = (bytes: Uint8Array<ArrayBuffer>) => async () => {
      await Promise.resolve();
      const body = new ReadableStream({
        start: (controller) => {
          for (let start = 0; start < bytes.length; start += 300) controller.enqueue(bytes.slice(start, start + 300));
          controller.close();
        },
      });
      return new Response(body, { status: 206 });
    };
    const whole = setUp(chunks(CONTENT));
    await whole.calls.openFile(whole.folder, FILE);
    await expect(whole.range(0, 1_000)).resolves.toEqual({ kind: 'refused', status: 200 });
    await expect(whole.range(0, SIZE)).resolves.toEqual({ kind: 'written' });
    await expect(whole.calls.hashWritten('w')).resolves.toEqual({ kind: 'hashed', md5s: MD5S });
    const cut = setUp(chunks(CONTENT.slice(0, 9)));
    await cut.calls.openFile(cut.folder, FILE);
    await expect(cut.range(0, SIZE)).resolves.toEqual({ kind: 'unreachable' });
  });

  it('releases a range that waits when it is aborted, and accepts it again', async () => {
    const { fetchFrom, received } = watchedStorage();
    const { calls, range, folder } = setUp(fetchFrom);
    await calls.openFile(folder, FILE);
    const controller = new AbortController();
    const aborted = range(1_200, SIZE, { signal: controller.signal });
    await received;
    await setImmediate();
    controller.abort();
    await expect(aborted).resolves.toEqual({ kind: 'aborted' });
    await Promise.all([range(1_200, SIZE), range(0, 1_200)]);
    await expect(calls.hashWritten('w')).resolves.toEqual({ kind: 'hashed', md5s: MD5S });
  });

  it('releases a range that is aborted at any moment', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const { calls, range, folder } = setUp();
      await calls.openFile(folder, FILE);
      const controller = new AbortController();
      const aborted = range(1_200, SIZE, { signal: controller.signal });
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      controller.abort();
      expect([turns, await aborted]).toEqual([turns, { kind: 'aborted' }]);
    }
  });

  it('removes files that are discarded, even while they are being opened', async () => {
    const { files, calls, folder } = setUp();
    const opening = calls.openFile(folder, FILE);
    await calls.discardFile('w');
    await opening;
    expect(files.size).toBe(0);
    await calls.openFile(folder, FILE);
    await calls.discardFile('w');
    expect(files.size).toBe(0);
  });

  it('keeps the former content of a file until it is saved', async () => {
    const { files, calls, range, folder } = setUp();
    files.set(FILE.path, { bytes: new Uint8Array([1, 2, 3]) });
    await calls.openFile(folder, FILE);
    await range(0, SIZE);
    await calls.discardFile('w');
    expect(files.get(FILE.path)?.bytes).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('replaces the empty file that a crash has left, or removes it when it is discarded', async () => {
    const { files, calls, range, folder } = setUp();
    files.set(FILE.path, { bytes: new Uint8Array() });
    await expect(calls.hashFile(folder, FILE, NEVER)).resolves.toEqual({ kind: 'absent' });
    await calls.openFile(folder, FILE);
    await calls.discardFile('w');
    expect(files.size).toBe(0);
    files.set(FILE.path, { bytes: new Uint8Array() });
    await calls.openFile(folder, FILE);
    await range(0, SIZE);
    await calls.saveFile('w');
    expect(files.get(FILE.path)?.bytes).toEqual(CONTENT);
  });

  it('hashes files that have the expected size', async () => {
    const { files, calls, folder } = setUp();
    await expect(calls.hashFile(folder, FILE, NEVER)).resolves.toEqual({ kind: 'absent' });
    files.set(FILE.path, { bytes: new Uint8Array(3) });
    await expect(calls.hashFile(folder, FILE, NEVER)).resolves.toEqual({ kind: 'absent' });
    files.set(FILE.path, { bytes: CONTENT });
    await expect(calls.hashFile(folder, FILE, NEVER)).resolves.toEqual({ kind: 'hashed', md5s: MD5S });
  });

  it('returns the MD5 of nothing for an empty file', async () => {
    const { calls, folder } = setUp();
    await calls.openFile(folder, { ...FILE, size: 0, partSizes: [1] });
    const empty = createHash('md5').digest('hex');
    await expect(calls.hashWritten('w')).resolves.toEqual({ kind: 'hashed', md5s: [[empty]] });
  });

  it.each([
    ['QuotaExceededError', 'full'],
    ['NotFoundError', 'gone'],
    ['NotAllowedError', 'forbidden'],
    ['InvalidStateError', 'unwritable'],
  ])('reports %s as %s', async (name, fault) => {
    const writing = setUp(storage, { write: name });
    await writing.calls.openFile(writing.folder, FILE);
    await expect(writing.range(0, SIZE)).resolves.toEqual({ kind: 'failed', fault });
    const saving = setUp(storage, { close: name });
    await saving.calls.openFile(saving.folder, FILE);
    await expect(saving.calls.saveFile('w')).resolves.toEqual({ kind: 'failed', fault });
    expect(saving.files.size).toBe(0);
  });

  const HTML = { 'Content-Type': 'text/html' };

  it.each<[string, Response, object]>([
    ['an expired URL', new Response('', { status: 403 }), { kind: 'refused', status: 403 }],
    ['a page of a proxy', new Response('<html>', { status: 504, headers: HTML }), { kind: 'intercepted' }],
    ['a captive portal', new Response('<html>', { status: 200, headers: HTML }), { kind: 'intercepted' }],
    ['more bytes than requested', new Response(CONTENT, { status: 206 }), { kind: 'refused', status: 200 }],
    ['a storage that ignores ranges', new Response(CONTENT, { status: 200 }), { kind: 'refused', status: 200 }],
    ['a closed connection', new Response(CONTENT.slice(0, 9), { status: 206 }), { kind: 'unreachable' }],
  ])('does not write a file after %s', async (_name, response, result) => {
    const { calls, range, folder } = setUp(() => Promise.resolve(response));
    await calls.openFile(folder, FILE);
    await expect(range(0, 1_000)).resolves.toEqual(result);
  });

  it('reports a range without progress as stalled', async () => {
    const { calls, range, folder } = setUp((_url, init) => {
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) =>
          init?.signal?.addEventListener('abort', () => controller.error(new DOMException('no', 'AbortError'))),
      });
      return Promise.resolve(new Response(body, { status: 206 }));
    });
    await calls.openFile(folder, FILE);
    await expect(range(0, SIZE, { stallMs: 10 })).resolves.toEqual({ kind: 'stalled' });
  });
});
