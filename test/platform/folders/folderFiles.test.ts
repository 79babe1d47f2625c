/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createFolderFiles } from '../../../src/platform/folders/folderFiles';
import { createFakeDirectory } from '../../support/fakeDirectory';

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
  const { signal } = new AbortController();
  const range = (start: number, end: number, given: Partial<Parameters<typeof calls.fetchRange>[0]> = {}) =>
    calls.fetchRange({ writerId: 'w', url: URL, start, end, signal, stallMs: 1_000, ...given });
  return { files, calls, range, folder: createFakeDirectory(files, failing) };
}

describe('files in a folder', () => {
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
    const { signal } = new AbortController();
    files.set(FILE.path, { bytes: new Uint8Array() });
    await expect(calls.hashFile(folder, FILE, signal)).resolves.toEqual({ kind: 'absent' });
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
    const { signal } = new AbortController();
    await expect(calls.hashFile(folder, FILE, signal)).resolves.toEqual({ kind: 'absent' });
    files.set(FILE.path, { bytes: new Uint8Array(3) });
    await expect(calls.hashFile(folder, FILE, signal)).resolves.toEqual({ kind: 'absent' });
    files.set(FILE.path, { bytes: CONTENT });
    await expect(calls.hashFile(folder, FILE, signal)).resolves.toEqual({ kind: 'hashed', md5s: MD5S });
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

  it.each<[string, Response, object]>([
    ['an expired URL', new Response('', { status: 403 }), { kind: 'refused', status: 403 }],
    ['more bytes than requested', new Response(CONTENT, { status: 206 }), { kind: 'refused', status: 200 }],
    ['a storage that ignores ranges', new Response(CONTENT, { status: 200 }), { kind: 'refused', status: 200 }],
    ['a closed connection', new Response(CONTENT.slice(0, 9), { status: 206 }), { kind: 'unreachable' }],
  ])('does not write a file after %s', async (_name, response, result) => {
    const { calls, range, folder } = setUp(() => Promise.resolve(response));
    await calls.openFile(folder, FILE);
    await expect(range(0, 1_000)).resolves.toEqual(result);
  });

  it('reports a range without progress as stalled', async () => {
    const { calls, range, folder } = setUp(
      (_url, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('no', 'AbortError')));
        }),
    );
    await calls.openFile(folder, FILE);
    await expect(range(0, SIZE, { stallMs: 10 })).resolves.toEqual({ kind: 'stalled' });
  });
});
