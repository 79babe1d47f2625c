import { setImmediate } from 'node:timers/promises';
import { createHashPool, type HashWorker } from '../../src/platform/hashPool';
import { pass } from '../support/virtualTime';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const HASHED = { kind: 'hashed', md5: MD5, bytes: 0 };

class FakeWorker extends EventTarget implements HashWorker {
  readonly orders: { readonly kind: string; readonly id: number }[] = [];
  isEnded = false;

  postMessage(order: { readonly kind: string; readonly id: number }): void {
    this.orders.push(order);
  }
  terminate(): void {
    this.isEnded = true;
  }
  send(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  /** Ends a hash; the latest one by default. */
  answer(result: unknown, id = this.orders.at(-1)?.id): void {
    this.send({ kind: 'done', id, result });
  }
  report(id: number): void {
    this.send({ kind: 'progress', id });
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
  return { workers, hash: (signal = new AbortController().signal) => hashPart(new Blob([]), signal) };
}

/** Runs the callbacks of settled promises. */
const settle = () => setImmediate();

afterEach(() => {
  jest.useRealTimers();
});

describe('the hash pool', () => {
  it('gives one worker as many parts as it hashes at a time, and queues the others', async () => {
    const { workers, hash } = createPool(2);
    const hashes = [hash(), hash(), hash()];
    expect(workers[0]?.orders).toMatchObject([
      { kind: 'hash', id: 1 },
      { kind: 'hash', id: 2 },
    ]);
    workers[0]?.answer(HASHED, 1);
    expect(await hashes[0]).toEqual(HASHED);
    expect(workers[0]?.orders).toHaveLength(3);
    workers[0]?.answer({ kind: 'unreadable' }, 3);
    workers[0]?.answer(HASHED, 2);
    expect(await Promise.all(hashes)).toEqual([HASHED, HASHED, { kind: 'unreadable' }]);
    expect(workers).toHaveLength(1);
  });

  it('cancels an aborted part in the worker, which hashes the next part', async () => {
    const { workers, hash } = createPool(1);
    const controller = new AbortController();
    const aborted = hash(controller.signal);
    const next = hash();
    controller.abort();
    expect(await aborted).toEqual({ kind: 'aborted' });
    await settle();
    expect(workers[0]?.orders).toMatchObject([
      { kind: 'hash', id: 1 },
      { kind: 'cancel', id: 1 },
      { kind: 'hash', id: 2 },
    ]);
    workers[0]?.answer({ kind: 'aborted' }, 1);
    workers[0]?.answer(HASHED, 2);
    expect(await next).toEqual(HASHED);
    expect(workers).toHaveLength(1);
  });

  it('skips a part that was aborted in the queue', async () => {
    const { workers, hash } = createPool(1);
    const first = hash();
    const controller = new AbortController();
    const second = hash(controller.signal);
    controller.abort();
    expect(await second).toEqual({ kind: 'aborted' });
    workers[0]?.answer(HASHED);
    await first;
    await settle();
    expect(workers[0]?.orders).toHaveLength(1);
    expect(await hash(AbortSignal.abort())).toEqual({ kind: 'aborted' });
  });

  it('reports an unreadable part', async () => {
    const { workers, hash } = createPool(1);
    const hashed = hash();
    workers[0]?.answer({ kind: 'unreadable' });
    expect(await hashed).toEqual({ kind: 'unreadable' });
  });

  it.each<[string, (worker: FakeWorker) => void]>([
    ['does not load', (worker) => void worker.dispatchEvent(new Event('error'))],
    ['says something else than a hash', (worker) => worker.answer({ kind: 'hashed', md5: 'x' })],
  ])('hashes on the main thread if a worker %s', async (_, fail) => {
    const { workers, hash } = createPool(1);
    const hashed = hash();
    for (const worker of workers) fail(worker);
    expect(await hashed).toEqual(HASHED);
    expect(workers[0]?.isEnded).toBe(true);
  });

  it('fails a part without progress for 30 s and hashes the next one in a new worker', async () => {
    jest.useFakeTimers();
    const { workers, hash } = createPool(1);
    const stalled = hash();
    const next = hash();
    await pass(STALL_MS - 1);
    expect(workers[0]?.isEnded).toBe(false);
    await pass(1);
    expect(await stalled).toEqual({ kind: 'stalled' });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    workers[1]?.answer(HASHED);
    expect(await next).toEqual(HASHED);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('lets the other parts of a worker in which one has stalled end', async () => {
    jest.useFakeTimers();
    const { workers, hash } = createPool(2);
    const stalled = hash();
    const slow = hash();
    await pass(STALL_MS - 1);
    workers[0]?.report(2);
    await pass(1);
    expect(await stalled).toEqual({ kind: 'stalled' });
    const next = hash();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false, false]);
    workers[0]?.answer(HASHED, 2);
    expect(await slow).toEqual(HASHED);
    await settle();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    workers[1]?.answer(HASHED);
    expect(await next).toEqual(HASHED);
  });

  it('does not time out while a worker reports progress or a part is queued', async () => {
    jest.useFakeTimers();
    const { workers, hash } = createPool(1);
    const slow = hash();
    const waiting = hash();
    for (let progress = 0; progress < 5; progress += 1) {
      await pass(STALL_MS - 1);
      workers[0]?.report(1);
    }
    workers[0]?.answer(HASHED);
    expect(await slow).toEqual(HASHED);
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
    jest.doMock('../../src/platform/hashBlob', () => {
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
    jest.dontMock('../../src/platform/hashBlob');
    expect(await hash()).toEqual(HASHED);
  });
});
