import type { InPieces } from '../../src/lib/inPieces';
import { runInSlices } from '../../src/platform/inSlices';

let now = 0;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Work in pieces that take 20 ms each, longer than a slice. */
function* workOf(pieces: number, onDone: () => void): InPieces<string> {
  for (let piece = 1; piece <= pieces; piece += 1) {
    now += 20;
    if (piece < pieces) yield;
  }
  onDone();
  return 'result';
}

function run(pieces: number, signal = new AbortController().signal) {
  const onDone = jest.fn();
  const onResult = jest.fn();
  const onError = jest.fn();
  runInSlices(workOf(pieces, onDone), signal).then(onResult, onError);
  return { onDone, onResult, onError };
}

test('work that fits into one slice returns its result without a pause', async () => {
  const { onResult } = run(1);
  await Promise.resolve();
  expect(onResult).toHaveBeenCalledWith('result');
});

test('work that takes several slices returns its result in a task of its own', async () => {
  const pause = jest.spyOn(globalThis, 'setTimeout');
  const { onDone, onResult } = run(2);
  let pausesUntilDone = 0;
  onDone.mockImplementation(() => {
    pausesUntilDone = pause.mock.calls.length;
  });
  await jest.runAllTimersAsync();
  expect(onResult).toHaveBeenCalledWith('result');
  expect(pausesUntilDone).toBe(1);
  expect(pause).toHaveBeenCalledTimes(2);
});

test('work that is aborted between two slices does not continue', async () => {
  const controller = new AbortController();
  const { onDone, onError } = run(3, controller.signal);
  controller.abort('left');
  await jest.advanceTimersToNextTimerAsync();
  expect(onError).toHaveBeenCalledWith('left');
  expect(onDone).not.toHaveBeenCalled();
});
