import fastify from 'fastify';
import { sweepHourly } from '../../server/src/routes/sweepHourly';
import { pass } from '../support/virtualTime';

const HOUR_MS = 60 * 60 * 1000;

test('a clear-up that fails later is logged, and tried again an hour after: the server goes on', async () => {
  jest.useFakeTimers();
  const lines: string[] = [];
  const app = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
  let sweeps = 0;
  await sweepHourly(app, () => {
    sweeps += 1;
    return sweeps === 2 ? Promise.reject(new Error('the database is busy')) : Promise.resolve();
  });
  await pass(2 * HOUR_MS + 1);
  jest.useRealTimers();
  expect(sweeps).toBe(3);
  expect(lines.join('')).toContain('the database is busy');
});
