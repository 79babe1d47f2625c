import fastify from 'fastify';
import type { Principal } from '../../server/src/access';
import { setErrorHandlers } from '../../server/src/errorHandler';
import { ErrorBody } from '../../server/src/routes/schemas';
import { limitRequestsOfUsers } from '../../server/src/userRequests';
import { createGate } from '../support/gate';

/** Starts a server that handles two requests of each user at a time. Those to `/long` wait at a gate. */
async function startLimited() {
  const app = fastify();
  app.addSchema(ErrorBody);
  setErrorHandlers(app);
  app.addHook('onRequest', (request, _reply, next) => {
    request.principal = { userId: String(request.headers.user) } as Principal;
    next();
  });
  limitRequestsOfUsers(app, 2);
  const gates = [createGate(), createGate()];
  const left = createGate();
  let entered = 0;
  app.get('/long', async (request) => {
    if (request.headers.leaves === '1') request.raw.socket.once('close', () => void left.pass());
    await gates[entered++]?.pass();
    return {};
  });
  app.get('/short', () => ({}));
  const url = await app.listen({ port: 0 });
  const ask = (path: string, user: string, signal?: AbortSignal): Promise<Response> =>
    fetch(url + path, { headers: { user, ...(signal && { leaves: '1' }) }, ...(signal && { signal }) });
  return { app, ask, gates, ended: left.reached };
}

test('a user with as many requests as allowed gets 429, others don’t, and it ends with one of the requests', async () => {
  const { app, ask, gates } = await startLimited();
  const long = [ask('/long', 'busy'), ask('/long', 'busy')];
  await Promise.all(gates.map(({ reached }) => reached));
  const refused = await ask('/short', 'busy');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((await ask('/short', 'other')).status).toBe(200);
  gates[0]?.open();
  await (await Promise.race(long)).text();
  expect((await ask('/short', 'busy')).status).toBe(200);
  gates[1]?.open();
  await Promise.all(long);
  await app.close();
});

test('a request whose client has gone away no longer counts', async () => {
  const { app, ask, gates, ended } = await startLimited();
  const leaving = new AbortController();
  const left = ask('/long', 'busy', leaving.signal).catch(() => undefined);
  const long = ask('/long', 'busy');
  await Promise.all(gates.map(({ reached }) => reached));
  expect((await ask('/short', 'busy')).status).toBe(429);
  leaving.abort();
  await Promise.all([left, ended]);
  expect((await ask('/short', 'busy')).status).toBe(200);
  for (const { open } of gates) open();
  await long;
  await app.close();
});
