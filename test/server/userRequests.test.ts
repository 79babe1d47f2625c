import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Principal } from '../../server/src/http/access';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { ErrorBody } from '../../server/src/http/schemas';
import { limitLongResponses, limitRequestsOfUsers } from '../../server/src/http/userRequests';
import { createTaskCounts } from '../../server/src/scheduling/limits';
import { createGate } from '../support/gate';

let app: FastifyInstance;
afterEach(() => app.close());

/** Creates a server whose callers name themselves. */
function createApp(): void {
  app = fastify({ forceCloseConnections: true });
  app.addSchema(ErrorBody);
  setErrorHandlers(app);
  app.addHook('onRequest', (request, _reply, next) => {
    request.principal = { userId: String(request.headers.user) } as Principal;
    next();
  });
}

/** Starts a server that handles two requests of each user at a time. Those to `/long` wait at a gate. */
async function startLimited() {
  createApp();
  limitRequestsOfUsers(app, createTaskCounts(), 2);
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
  return { ask, gates, ended: left.reached };
}

test('a user with as many requests as allowed gets 429, others don’t, and it ends with one of the requests', async () => {
  const { ask, gates } = await startLimited();
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
});

test('a request whose client has gone away no longer counts', async () => {
  const { ask, gates, ended } = await startLimited();
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
});

/** Starts a server with two routes with long responses. The first requests to them wait at a gate each. */
async function startQueued(waiting: number) {
  createApp();
  limitLongResponses(app, createTaskCounts());
  const begun: string[] = [];
  const gates = Array.from({ length: waiting }, createGate);
  const answer = async (request: FastifyRequest): Promise<object> => {
    begun.push(`${String(request.headers.user)} ${request.url}`);
    await gates[begun.length - 1]?.pass();
    return {};
  };
  for (const path of ['/files', '/projects']) app.get(path, { config: { hasLongResponse: true } }, answer);
  const url = await app.listen({ port: 0 });
  const ask = (path: string, user: string, signal?: AbortSignal): Promise<Response> =>
    fetch(url + path, { headers: { user }, ...(signal && { signal }) });
  return { ask, begun, gates };
}

describe('of a route with a long response', () => {
  test('a user has one request handled at a time, and waits with the next one, but not at other routes', async () => {
    const { ask, begun, gates } = await startQueued(3);
    const first = ask('/files', 'busy');
    await gates[0]?.reached;
    const second = ask('/files', 'busy');
    const elsewhere = ask('/projects', 'busy');
    await gates[1]?.reached;
    const other = ask('/files', 'other');
    await gates[2]?.reached;
    expect(begun).toEqual(['busy /files', 'busy /projects', 'other /files']);
    gates[0]?.open();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(200);
    expect(begun.at(-1)).toBe('busy /files');
    for (const { open } of gates) open();
    await Promise.all([elsewhere, other]);
  });

  test('a request whose client has gone away while it waited is not begun', async () => {
    const { ask, begun, gates } = await startQueued(1);
    const first = ask('/files', 'busy');
    await gates[0]?.reached;
    const leaving = new AbortController();
    const arrived = once(app.server, 'request') as Promise<[IncomingMessage]>;
    const left = arrived.then(([{ socket }]) => once(socket, 'close'));
    const abandoned = ask('/files', 'busy', leaving.signal).catch(() => undefined);
    await arrived;
    leaving.abort();
    await Promise.all([abandoned, left]);
    gates[0]?.open();
    expect((await first).status).toBe(200);
    expect((await ask('/files', 'busy')).status).toBe(200);
    expect(begun).toEqual(['busy /files', 'busy /files']);
  });
});
