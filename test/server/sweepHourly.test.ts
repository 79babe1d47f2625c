import { sweepHourly } from '../../server/src/jobs/sweepHourly';
import { pass } from '../support/virtualTime';

const HOUR_MS = 60 * 60 * 1000;

let close: () => Promise<void>;
const error = jest.fn();
const app = { log: { error }, addHook: (_: 'onClose', hook: () => Promise<void>) => (close = hook) };

beforeEach(() => {
  error.mockClear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('logs a failed sweep and tries again every hour until the server closes', async () => {
  let sweeps = 0;
  sweepHourly(app, () => {
    sweeps += 1;
    return sweeps === 1 ? Promise.reject(new Error('the database is busy')) : Promise.resolve();
  });
  await pass(2 * HOUR_MS + 1);
  expect(sweeps).toBe(3);
  expect(JSON.stringify(error.mock.calls)).toContain('the database is busy');
  await close();
  await pass(2 * HOUR_MS);
  expect(sweeps).toBe(3);
});

test('does not start a second sweep while one is running', async () => {
  let sweeps = 0;
  let end = (): void => undefined;
  sweepHourly(app, () => {
    sweeps += 1;
    return new Promise((resolve) => (end = resolve));
  });
  await pass(3 * HOUR_MS);
  expect(sweeps).toBe(1);
  end();
  await pass(HOUR_MS);
  expect(sweeps).toBe(2);
  end();
  await close();
});

test('stops a running sweep between two steps when the server closes, without logging it', async () => {
  let steps = 0;
  sweepHourly(app, async (signal) => {
    for (;;) {
      signal.throwIfAborted();
      steps += 1;
      await Promise.resolve();
    }
  });
  await close();
  const done = steps;
  await pass(HOUR_MS);
  expect(steps).toBe(done);
  expect(error).not.toHaveBeenCalled();
});
