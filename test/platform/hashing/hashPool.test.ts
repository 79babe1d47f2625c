import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createHashPool } from '../../../src/platform/hashing/hashPool';
import { FakeWorker } from '../../support/fakeWorker';
import { pass } from '../../support/virtualTime';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';
const HASHED = { kind: 'hashed', md5: MD5, bytes: 0 };
const STALL_MS = 30_000;

function createPool() {
  const workers: FakeWorker[] = [];
  const hashPart = createHashPool(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    1,
    STALL_MS,
  );
  return { workers, hash: (signal = new AbortController().signal) => hashPart(new Blob([]), signal), hashPart };
}

function createPoolWithoutWorkers() {
  const hashPart = createHashPool(
    () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    1,
    STALL_MS,
  );
  return (body = new Blob([]), { signal } = new AbortController()) => hashPart(body, signal);
}

/** Runs the callbacks of settled promises. */
const settle = () => setImmediate();

it('the hash pool lets a part of an upload wait for one block of a comparison at most', async () => {
  const { workers, hash, hashPart } = createPool();
  const blocks = [new Blob(['1']), new Blob(['2']), new Blob(['3'])];
  const hashes = blocks.map((block) => hashPart(block, new AbortController().signal, [], 'comparisons'));
  hashes.push(hash());
  await settle();
  for (let turn = 0; turn < 4; turn += 1) {
    workers[0]?.answer(HASHED);
    await settle();
  }
  await Promise.all(hashes);
  expect(workers[0]?.calls.map(({ args: [blob] }) => blocks.indexOf(blob as Blob))).toEqual([0, -1, 1, 2]);
});

it('the hash pool terminates the worker of an aborted part and starts a new one for the next part', async () => {
  const { workers, hash } = createPool();
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

it('the hash pool reports an unreadable part', async () => {
  const { workers, hash } = createPool();
  const hashed = hash();
  await settle();
  workers[0]?.answer({ kind: 'unreadable' });
  expect(await hashed).toEqual({ kind: 'unreadable' });
});

it('the hash pool hashes on the main thread if a worker does not load', async () => {
  const { workers, hash } = createPool();
  const hashed = hash();
  await settle();
  workers[0]?.fail();
  expect(await hashed).toEqual(HASHED);
});

it('the hash pool fails a part without progress for 30 s', async () => {
  jest.useFakeTimers();
  const { hash } = createPool();
  const stalled = hash();
  await pass(STALL_MS);
  expect(await stalled).toEqual({ kind: 'stalled' });
  expect(jest.getTimerCount()).toBe(0);
});

it('the hash pool hashes on the main thread without workers, with the same time limit', async () => {
  jest.useFakeTimers();
  const hash = createPoolWithoutWorkers();
  const silent = Object.assign(new Blob(['x']), {
    slice: () => silent,
    arrayBuffer: () => new Promise(() => undefined),
  });
  const hashed = hash(silent);
  await pass(STALL_MS);
  expect(await hashed).toEqual({ kind: 'stalled' });
  expect(await hash()).toEqual(HASHED);
});

it('a part that the main thread has hashed leaves no listener on the signal, which other parts share', async () => {
  const controller = new AbortController();
  await createPoolWithoutWorkers()(new Blob(['x']), controller);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

it('the hash pool reports a part as unavailable if the page cannot load the hash function either', async () => {
  jest.doMock('../../../src/platform/hashing/hashBlob', () => {
    throw new Error('the network is gone');
  });
  const hash = createPoolWithoutWorkers();
  expect(await Promise.all([hash(), hash()])).toEqual([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
  jest.dontMock('../../../src/platform/hashing/hashBlob');
  expect(await hash()).toEqual(HASHED);
});
