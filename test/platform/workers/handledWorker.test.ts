import { handledWorker } from '../../../src/platform/workers/handledWorker';

it('a worker that fails to load is not reported as an uncaught error of the page', () => {
  const worker = new EventTarget() as Worker;
  expect(handledWorker(worker)).toBe(worker);
  const event = new Event('error', { cancelable: true });
  worker.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});
