import { createCallSender } from '../../../src/platform/workers/workerCalls';
import { FakeWorker } from '../../support/fakeWorker';

interface Calls {
  readonly read: () => Promise<string>;
  readonly crash: () => Promise<string>;
}

/** Starts workers that answer each call with their number, and report an uncaught error at the call `crash`. */
function startWorkers(isReplaced: boolean) {
  let started = 0;
  const spawn = () => {
    started += 1;
    const result = `worker ${String(started)}`;
    const worker = new FakeWorker();
    const postMessage = (message: { readonly id: number; readonly call: string }): void => {
      FakeWorker.prototype.postMessage.call(worker, message);
      const isCrash = message.call === 'crash';
      queueMicrotask(() => (isCrash ? worker.fail() : worker.answer(result, message.id)));
    };
    return Object.assign(worker, { postMessage });
  };
  const onPage = () => Promise.resolve('page');
  return createCallSender<Calls>(spawn, () => ({ read: onPage, crash: onPage }), isReplaced);
}

test.each([
  ['is replaced by the next call, if the page can’t do its work', true, 'worker 2'],
  ['leaves its work to the page otherwise', false, 'page'],
])('a worker that reports an uncaught error %s', async (_what, isReplaced, next) => {
  const send = startWorkers(isReplaced);
  expect(await send('read', [])).toBe('worker 1');
  expect(await Promise.all([send('crash', []), send('read', [])])).toEqual(['page', 'page']);
  expect(await send('read', [])).toBe(next);
  expect(await send('read', [])).toBe(next);
});
