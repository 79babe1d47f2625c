import { Blob as NodeBlob } from 'node:buffer';
import type { ByteReader } from '@data-manager/lib/byteReader';
import { readBytes } from '../../../src/platform/reading/readBytes';

/** jsdom's blobs can't be read. */
function aBlob(text: string): Blob {
  return new NodeBlob([text]) as unknown as Blob;
}

/** Requests pieces of these sizes and records what it receives. */
function* byPieces(size: number, piece: number, given: string[] = []): ByteReader<string> {
  for (let start = 0; start < size; start += piece) {
    given.push(new TextDecoder().decode(yield { start, end: start + piece }));
  }
  return given.join('|');
}

const going = new AbortController().signal;

it('readBytes passes the requested bytes to the reader and returns its result', async () => {
  expect(await readBytes(aBlob('abcde'), byPieces(5, 2), going)).toEqual({ ok: true, value: 'ab|cd|e' });
});

it('readBytes reads nothing if the reader requests nothing', async () => {
  const unreadable = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) };
  expect(await readBytes(unreadable as unknown as Blob, byPieces(0, 2), going)).toEqual({ ok: true, value: '' });
  expect(await readBytes(unreadable as unknown as Blob, byPieces(1, 2), going)).toEqual({
    ok: false,
    failure: 'unreadable',
  });
});

it('readBytes stops when it is aborted', async () => {
  const controller = new AbortController();
  const given: string[] = [];
  const reading = readBytes(aBlob('abcde'), byPieces(5, 1, given), controller.signal);
  controller.abort();
  expect(await reading).toEqual({ ok: false, failure: 'aborted' });
  expect(given).toEqual([]);
});

it('readBytes does not block the page for longer than three frames while a reader runs for seconds', async () => {
  let now = 0;
  const rests: number[] = [];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const setTimeout = globalThis.setTimeout;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((...args) => {
    rests.push(now);
    return setTimeout(...args);
  });
  function* busy(): ByteReader<void> {
    for (let start = 0; start < 200; start += 1) {
      yield { start, end: start + 1 };
      now += 10;
    }
  }
  await readBytes(aBlob('a'.repeat(200)), busy(), going);
  expect(now).toBe(2000);
  const tasks = [...rests, now].map((end, index) => end - (rests[index - 1] ?? 0));
  expect(Math.max(...tasks)).toBeLessThan(50);
});
