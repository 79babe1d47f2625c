import fastify from 'fastify';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { healthRoutes } from '../../server/src/routes/health';
import { sharedBackend } from '../support/sharedBackend';

const backend = sharedBackend();

test.each([
  ['/healthz', 'ok'],
  ['/readyz', 'ready'],
])('%s of a running server returns 200 to anyone, and is not cached', async (path, status) => {
  const response = await fetch(backend.url + path);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await response.json()).toEqual({ status });
});

test.each([
  ['database', { query: () => Promise.reject(new Error('a secret')) }, { has: () => Promise.resolve(false) }],
  ['storage', { query: () => Promise.resolve({ rows: [] }) }, { has: () => Promise.reject(new Error('a secret')) }],
])('/readyz returns 503 without details while the %s can’t be reached', async (name, database, blobs) => {
  const app = fastify();
  setErrorHandlers(app);
  await app.register(healthRoutes, { database, blobs, stopping: new AbortController().signal } as never);
  const response = await app.inject('/readyz');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({ msg: `The ${name} can’t be reached.`, code: 'NOT_READY' });
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});
