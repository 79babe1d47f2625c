import { createPauses } from '../../src/platform/pauses';

let now = 0;

beforeEach(() => {
  jest.useFakeTimers();
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

test('a loop continues at once while it has run for less than a slice', async () => {
  const pause = createPauses({ sliceMs: 12 });
  const onPause = jest.fn();
  now = 11;
  void pause().then(onPause);
  await Promise.resolve();
  expect(onPause).toHaveBeenCalled();
});

test('a loop lets the page draw after a slice, and then runs for another one', async () => {
  const pause = createPauses({ sliceMs: 12 });
  const onPause = jest.fn();
  now = 12;
  void pause().then(onPause);
  await Promise.resolve();
  expect(onPause).not.toHaveBeenCalled();
  await jest.runAllTimersAsync();
  expect(onPause).toHaveBeenCalledTimes(1);
  now = 23;
  void pause().then(onPause);
  await Promise.resolve();
  expect(onPause).toHaveBeenCalledTimes(2);
});

test('a loop that is aborted during a pause does not continue', async () => {
  const controller = new AbortController();
  const pause = createPauses({ sliceMs: 12, signal: controller.signal });
  const [onPause, onError] = [jest.fn(), jest.fn()];
  now = 12;
  void pause().then(onPause, onError);
  controller.abort('left');
  await jest.runAllTimersAsync();
  expect(onError).toHaveBeenCalledWith('left');
  expect(onPause).not.toHaveBeenCalled();
});
