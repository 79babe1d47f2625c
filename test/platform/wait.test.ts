import { wait } from '../../src/platform/wait';

it('wait resolves immediately when it is aborted', async () => {
  jest.useFakeTimers();
  const controller = new AbortController();
  const waiting = wait(60_000, controller.signal);
  controller.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(wait(60_000, controller.signal)).resolves.toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});
