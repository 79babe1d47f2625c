import { sweepHourly } from '../../server/src/routes/sweepHourly';
import { pass } from '../support/virtualTime';

const HOUR_MS = 60 * 60 * 1000;

test('logs a failed sweep and tries again every hour until the server closes', async () => {
  jest.useFakeTimers();
  const error = jest.fn();
  let close = (): void => undefined;
  let sweeps = 0;
  await sweepHourly({ log: { error }, addHook: (_, hook) => (close = hook) }, () => {
    sweeps += 1;
    return sweeps === 2 ? Promise.reject(new Error('the database is busy')) : Promise.resolve();
  });
  await pass(2 * HOUR_MS + 1);
  expect(sweeps).toBe(3);
  expect(JSON.stringify(error.mock.calls)).toContain('the database is busy');
  close();
  await pass(2 * HOUR_MS);
  expect(sweeps).toBe(3);
  jest.useRealTimers();
});
