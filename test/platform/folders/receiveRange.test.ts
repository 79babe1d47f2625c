import { createRangeReceiver } from '../../../src/platform/folders/receiveRange';

const request = {
  url: 'https://storage.test/a.tif',
  start: 0,
  coversFile: false,
  signal: new AbortController().signal,
  stallMs: 1_000,
  answerMs: 1_000,
};

/** Returns the bytes of the buffer into which `length` bytes are received. */
async function receiveInto(receive: ReturnType<typeof createRangeReceiver>, length: number) {
  const range = await receive({ ...request, end: length });
  if (range.kind !== 'received') throw new Error(range.kind);
  expect(range.bytes).toEqual(new Uint8Array(length).fill(length));
  return { release: range.release, buffer: new Uint8Array(range.bytes.buffer) };
}

describe('a fetched range', () => {
  beforeEach(() => void jest.useFakeTimers());

  it('waits longer for the response than for its bytes, because a proxy may scan the file first', async () => {
    const receive = createRangeReceiver(
      (_url, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('no', 'AbortError')));
        }),
    );
    let isOver = false;
    const result = receive({ ...request, end: 10, answerMs: 300_000 }).finally(() => {
      isOver = true;
    });
    await jest.advanceTimersByTimeAsync(299_999);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await result).toEqual({ kind: 'stalled' });
  });
});

describe('the buffers of fetched ranges', () => {
  // Bodies of responses need the others.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));

  it('reuses a buffer once its range is released, for five seconds', async () => {
    const receive = createRangeReceiver((_url, init) => {
      const length = Number(/-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '')?.[1]) + 1;
      return Promise.resolve(new Response(new Uint8Array(length).fill(length), { status: 206 }));
    });
    const first = await receiveInto(receive, 200);
    const second = await receiveInto(receive, 100);
    first.release();
    const third = await receiveInto(receive, 50);
    expect([second.buffer[150], third.buffer[150]]).toEqual([0, 200]);
    third.release();
    jest.advanceTimersByTime(5_000);
    const fourth = await receiveInto(receive, 50);
    expect(fourth.buffer[150]).toBe(0);
  });
});
