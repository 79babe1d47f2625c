import { setImmediate } from 'node:timers/promises';
import { createHashPool, type HashWorker } from '../../../src/platform/hashing/hashPool';
import { pass } from '../../support/virtualTime';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const HASHED = { kind: 'hashed', md5: MD5, bytes: 0 };

class FakeWorker extends EventTarget implements HashWorker {
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

const STALL_MS = 30_000;

function createPool(size: number) {
  const workers: FakeWorker[] = [];
  const hashPart = createHashPool(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    size,
    STALL_MS,
  );
  return {
    workers,
    hash: (signal = new AbortController().signal) => hashPart(new Blob([]), signal),
    compare: (blob: Blob) => hashPart(blob, new AbortController().signal, [], 'comparisons'),
  };
}

/** Runs the callbacks of settled promises. */
const settle = () => setImmediate();

afterEach(() => {
  jest.useRealTimers();
});

describe('the hash pool', () => {
  it('gives each worker one part and queues the others without starting more workers', async () => {
    const { workers, hash } = createPool(2);
    const hashes = [hash(), hash(), hash()];
    await settle();
    expect(workers).toHaveLength(2);
    workers[0]?.answer(HASHED);
    await settle();
    expect(workers.map(({ orders }) => orders.length)).toEqual([2, 1]);
    for (const worker of workers) worker.answer(HASHED);
    expect(await Promise.all(hashes)).toEqual([HASHED, HASHED, HASHED]);
  });

  it('lets a part of an upload wait for one block of a comparison at most', async () => {
    const { workers, hash, compare } = createPool(1);
    const blocks = [new Blob(['1']), new Blob(['2']), new Blob(['3'])];
    const hashes = blocks.map(compare);
    hashes.push(hash());
    await settle();
    for (let turn = 0; turn < 4; turn += 1) {
      workers[0]?.answer(HASHED);
      await settle();
    }
    await Promise.all(hashes);
    const order = workers[0]?.orders.map((sent) => blocks.indexOf((sent as { readonly blob: Blob }).blob));
    expect(order).toEqual([0, -1, 1, 2]);
  });

  it('terminates the worker of an aborted part and starts a new one for the next part', async () => {
    const { workers, hash } = createPool(1);
    const controller = new AbortController();
    const aborted = hash(controller.signal);
    const next = hash();
    await settle();
    controller.abort();
    expect(await aborted).toEqual({ kind: 'aborted' });
    await settle();
    expect(workers[0]?.isEnded).toBe(true);
    workers[1]?.answer(HASHED);
    expect(await next).toEqual(HASHED);
  });

  it('skips a part that was aborted in the queue', async () => {
    const { workers, hash } = createPool(1);
    const first = hash();
    const controller = new AbortController();
    const second = hash(controller.signal);
    await settle();
    controller.abort();
    expect(await second).toEqual({ kind: 'aborted' });
    expect(await hash(AbortSignal.abort())).toEqual({ kind: 'aborted' });
    workers[0]?.answer(HASHED);
    await first;
    await settle();
    expect(workers[0]?.orders).toHaveLength(1);
    expect(await hash(AbortSignal.abort())).toEqual({ kind: 'aborted' });
  });

  it('reports an unreadable part', async () => {
    const { workers, hash } = createPool(1);
    const hashed = hash();
    await settle();
    workers[0]?.answer({ kind: 'unreadable' });
    expect(await hashed).toEqual({ kind: 'unreadable' });
  });

  it.each<[string, (worker: FakeWorker) => void]>([
    ['does not load', (worker) => void worker.dispatchEvent(new Event('error'))],
    ['says something else than a hash', (worker) => worker.answer({ md5: 'x' })],
  ])('hashes on the main thread if a worker %s', async (_, fail) => {
    const { workers, hash } = createPool(1);
    const hashed = hash();
    await settle();
    for (const worker of workers) fail(worker);
    expect(await hashed).toEqual(HASHED);
    expect(workers[0]?.isEnded).toBe(true);
  });

  it('fails a part without progress for 30 s and replaces its worker', async () => {
    jest.useFakeTimers();
    const { workers, hash } = createPool(1);
    const stalled = hash();
    const next = hash();
    await pass(STALL_MS - 1);
    expect(workers[0]?.isEnded).toBe(false);
    await pass(1);
    expect(await stalled).toEqual({ kind: 'stalled' });
    await pass(0);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    workers[1]?.answer(HASHED);
    expect(await next).toEqual(HASHED);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not time out while a worker reports progress or a part is queued', async () => {
    jest.useFakeTimers();
    const { workers, hash } = createPool(1);
    const slow = hash();
    const waiting = hash();
    for (let progress = 0; progress < 5; progress += 1) {
      await pass(STALL_MS - 1);
      workers[0]?.answer({ kind: 'progress' });
    }
    workers[0]?.answer(HASHED);
    expect(await slow).toEqual(HASHED);
    await pass(0);
    workers[0]?.answer(HASHED);
    expect(await waiting).toEqual(HASHED);
  });

  it('hashes on the main thread without workers, with the same time limit', async () => {
    jest.useFakeTimers();
    const hashPart = createHashPool(
      () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      1,
      STALL_MS,
    );
    const silent = Object.assign(new Blob(['x']), {
      slice: () => silent,
      arrayBuffer: () => new Promise(() => undefined),
    });
    const hashed = hashPart(silent, new AbortController().signal);
    await pass(STALL_MS);
    expect(await hashed).toEqual({ kind: 'stalled' });
    expect(await hashPart(new Blob([]), new AbortController().signal)).toEqual(HASHED);
  });

  it('hashes on the main thread if no worker can be started', async () => {
    const hashPart = createHashPool(
      () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      1,
      STALL_MS,
    );
    expect(await hashPart(new Blob([]), new AbortController().signal)).toEqual(HASHED);
  });

  it('reports a part as unavailable if the page cannot load the hash function either', async () => {
    jest.doMock('../../../src/platform/hashing/hashBlob', () => {
      throw new Error('the network is gone');
    });
    const hashPart = createHashPool(
      () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      1,
      STALL_MS,
    );
    const hash = () => hashPart(new Blob([]), new AbortController().signal);
    expect(await Promise.all([hash(), hash()])).toEqual([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
    jest.dontMock('../../../src/platform/hashing/hashBlob');
    expect(await hash()).toEqual(HASHED);
  });
});
