import { setImmediate } from 'node:timers/promises';
import { makePicture } from '@data-manager/domain/pictures/picture';
import { createDecodePool, type DecodeWorker } from '../../../src/platform/pictures/decodePool';
import { pass } from '../../support/virtualTime';

const LIMIT_MS = 20_000;
const PICTURE = { kind: 'picture', picture: makePicture({ width: 1, height: 1 }, [new Uint16Array([7])]) };
const ORDER = { blob: new Blob([]), wanted: 'picture' } as const;

class FakeWorker extends EventTarget implements DecodeWorker {
  readonly orders: unknown[] = [];
  isEnded = false;

  postMessage(order: unknown): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.isEnded = true;
  }
  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function createPool(size: number) {
  const workers: FakeWorker[] = [];
  const decode = createDecodePool(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    size,
    LIMIT_MS,
  );
  return { workers, decode: (signal = new AbortController().signal) => decode(ORDER, signal) };
}

/** Runs the callbacks of settled promises. */
const settle = () => setImmediate();

afterEach(() => {
  jest.useRealTimers();
});

describe('the decode pool', () => {
  it('gives each worker one image and queues the others without starting more workers', async () => {
    const { workers, decode } = createPool(2);
    const decoded = [decode(), decode(), decode()];
    await settle();
    expect(workers).toHaveLength(2);
    workers[0]?.answer(PICTURE);
    await settle();
    expect(workers.map(({ orders }) => orders.length)).toEqual([2, 1]);
    for (const worker of workers) worker.answer(PICTURE);
    expect(await Promise.all(decoded)).toEqual([PICTURE, PICTURE, PICTURE]);
  });

  it('skips an image that was aborted in the queue', async () => {
    const { workers, decode } = createPool(1);
    const first = decode();
    const controller = new AbortController();
    const second = decode(controller.signal);
    controller.abort();
    await settle();
    workers[0]?.answer(PICTURE);
    expect(await first).toEqual(PICTURE);
    expect(await second).toBeUndefined();
    expect(workers[0]?.orders).toHaveLength(1);
  });

  it('reports a file that is not an image', async () => {
    const { workers, decode } = createPool(1);
    const decoded = decode();
    await settle();
    workers[0]?.answer({ kind: 'none' });
    expect(await decoded).toEqual({ kind: 'none' });
    expect(workers[0]?.isEnded).toBe(false);
  });

  it.each<[string, (worker: FakeWorker) => void]>([
    ['dies, or does not load', (worker) => void worker.dispatchEvent(new Event('error'))],
    ['says what can not be read', (worker) => void worker.dispatchEvent(new Event('messageerror'))],
    ['says something else', (worker) => worker.answer({ kind: 'picture', picture: { width: 1 } })],
  ])('returns undefined and replaces the worker if it %s', async (_, fail) => {
    const { workers, decode } = createPool(1);
    const first = decode();
    const second = decode();
    await settle();
    for (const worker of workers) fail(worker);
    expect(await first).toBeUndefined();
    await settle();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    workers[1]?.answer(PICTURE);
    expect(await second).toEqual(PICTURE);
  });

  it('terminates a worker without a response for 20 s', async () => {
    jest.useFakeTimers();
    const { workers, decode } = createPool(1);
    const stuck = decode();
    await pass(LIMIT_MS - 1);
    expect(workers[0]?.isEnded).toBe(false);
    await pass(1);
    expect(await stuck).toBeUndefined();
    expect(workers[0]?.isEnded).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('returns undefined if no worker can be started', async () => {
    const decode = createDecodePool(
      () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      1,
      LIMIT_MS,
    );
    expect(await decode(ORDER, new AbortController().signal)).toBeUndefined();
    expect(await decode(ORDER, new AbortController().signal)).toBeUndefined();
  });
});
