import { setImmediate } from 'node:timers/promises';
import { createWorkerPool } from '../../../src/platform/workers/workerPool';
import { FakeWorker } from '../../support/fakeWorker';
import { pass } from '../../support/virtualTime';

const STALL_MS = 20_000;

interface Calls {
  readonly draw: (picture: string) => Promise<string>;
}

function createPool(size: number, { endsAborted = false, limit = Infinity } = {}) {
  const workers: FakeWorker[] = [];
  const spawn = () => {
    if (workers.length >= limit) throw new DOMException('blocked', 'SecurityError');
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const call = createWorkerPool<Calls>(spawn, { size, stallMs: STALL_MS, endsAborted });
  const draw = (picture: string, signal = new AbortController().signal, lane?: string) =>
    call('draw', [picture], signal, lane);
  return { workers, draw };
}

/** Runs the callbacks of settled promises. */
const settle = () => setImmediate();

const DRAWN = { ok: true, value: 'drawn' };

describe('the worker pool', () => {
  it('gives each worker one call and queues the others without starting more workers', async () => {
    const { workers, draw } = createPool(2);
    const drawn = [draw('1'), draw('2'), draw('3')];
    await settle();
    expect(workers).toHaveLength(2);
    workers[0]?.answer('drawn');
    await settle();
    expect(workers.map(({ calls }) => calls.map(({ args }) => args))).toEqual([[['1'], ['3']], [['2']]]);
    for (const worker of workers) worker.answer('drawn');
    expect(await Promise.all(drawn)).toEqual([DRAWN, DRAWN, DRAWN]);
  });

  it('lets a call wait for one call of another lane at most', async () => {
    const { workers, draw } = createPool(1);
    const drawn = ['1', '2', '3'].map((picture) => draw(picture, undefined, 'slow'));
    drawn.push(draw('urgent', undefined, 'fast'));
    await settle();
    for (let turn = 0; turn < 4; turn += 1) {
      workers[0]?.answer('drawn');
      await settle();
    }
    await Promise.all(drawn);
    expect(workers[0]?.calls.map(({ args: [picture] }) => picture)).toEqual(['1', 'urgent', '2', '3']);
  });

  it('skips a call that was aborted in the queue', async () => {
    const { workers, draw } = createPool(1);
    const first = draw('1');
    const controller = new AbortController();
    const second = draw('2', controller.signal);
    await settle();
    controller.abort();
    const aborted = { ok: false, failure: 'aborted' };
    expect(await Promise.all([second, draw('3', AbortSignal.abort())])).toEqual([aborted, aborted]);
    workers[0]?.answer('drawn');
    expect(await first).toEqual(DRAWN);
    await settle();
    expect(workers[0]?.calls).toHaveLength(1);
  });

  it.each([
    ['lets a worker finish an aborted call', false],
    ['ends the worker of an aborted call, and starts another one for the next call', true],
  ])('%s', async (_, endsAborted) => {
    const { workers, draw } = createPool(1, { endsAborted });
    const controller = new AbortController();
    const aborted = draw('1', controller.signal);
    const next = draw('2');
    await settle();
    controller.abort();
    expect(await aborted).toEqual({ ok: false, failure: 'aborted' });
    await settle();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual(endsAborted ? [true, false] : [false]);
    if (!endsAborted) workers[0]?.answer('drawn');
    await settle();
    workers.at(-1)?.answer('drawn');
    expect(await next).toEqual(DRAWN);
  });

  it.each(['error', 'messageerror'] as const)('fails and replaces the worker after the event `%s`', async (kind) => {
    const { workers, draw } = createPool(1);
    const first = draw('1');
    const second = draw('2');
    await settle();
    workers[0]?.fail(kind);
    expect(await first).toEqual({ ok: false, failure: 'failed' });
    await settle();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    workers[1]?.answer('drawn');
    expect(await second).toEqual(DRAWN);
  });

  it('fails if no worker can be started', async () => {
    const { draw } = createPool(1, { limit: 0 });
    expect(await draw('1')).toEqual({ ok: false, failure: 'failed' });
    expect(await draw('2')).toEqual({ ok: false, failure: 'failed' });
  });

  it('replaces a worker without an answer or progress for 20 s', async () => {
    jest.useFakeTimers();
    const { workers, draw } = createPool(1);
    const stalled = draw('1');
    const next = draw('2');
    await pass(STALL_MS - 1);
    expect(workers[0]?.isEnded).toBe(false);
    await pass(1);
    expect(await stalled).toEqual({ ok: false, failure: 'stalled' });
    await pass(0);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    workers[1]?.answer('drawn');
    expect(await next).toEqual(DRAWN);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a pool does not replace a worker that reports progress, and does not count the time in the queue', async () => {
    jest.useFakeTimers();
    const { workers, draw } = createPool(1);
    const slow = draw('1');
    const waiting = draw('2');
    for (let progress = 0; progress < 5; progress += 1) {
      await pass(STALL_MS - 1);
      workers[0]?.progress();
    }
    workers[0]?.answer('drawn');
    expect(await slow).toEqual(DRAWN);
    await pass(0);
    workers[0]?.answer('drawn');
    expect(await waiting).toEqual(DRAWN);
  });
});
