import { createRangeReceiver } from '../../../src/platform/folders/receiveRange';

const request = {
  url: 'https://storage.test/a.tif',
  start: 0,
  coversFile: false,
  signal: new AbortController().signal,
  stallMs: 1_000,
};

/** Returns the bytes of the buffer into which `length` bytes are received. */
async function receiveInto(receive: ReturnType<typeof createRangeReceiver>, length: number) {
  const range = await receive({ ...request, end: length });
  if (range.kind !== 'received') throw new Error(range.kind);
  expect(range.bytes).toEqual(new Uint8Array(length).fill(length));
  return { release: range.release, buffer: new Uint8Array(range.bytes.buffer) };
}

describe('the buffers of fetched ranges', () => {
  // Bodies of responses need the others.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

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
