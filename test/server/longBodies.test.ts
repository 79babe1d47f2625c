import { once } from 'node:events';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import type { Principal } from '../../server/src/http/access';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { acceptJson, limitLongBodies } from '../../server/src/http/jsonBodies';
import { ErrorBody } from '../../server/src/http/schemas';
import { compileSchema } from '../../server/src/http/schemaValidator';
import { DownloadBody } from '../../server/src/routes/files/downloads';
import { createTaskCounts } from '../../server/src/scheduling/limits';
import { countTurns } from '../support/countTurns';
import { createGate } from '../support/gate';

const MIB = 1024 * 1024;
const LIMIT = 8 * MIB;
const ITEMS = 50_000;
/** Longer than a body that is parsed at once. */
const FILES = Array.from({ length: ITEMS }, (_, index) => `acme/project/folder/${String(index).padStart(20, 'ü')}.tif`);
/** The other members of a body with a list that may be long. */
const DOWNLOAD = { onlyDownSamples: false, zipFileName: 'a.zip' };

let app: FastifyInstance;
/** What the routes received. */
const bodies: unknown[] = [];
const gate = createGate();
/** The requests that are being handled, and the rest that follows a long body while there are any of other users. */
const users = createTaskCounts();
const rest = createGate();
const abandoned = createGate();
let begin = (): void => undefined;
const begun = new Promise<void>((resolve) => (begin = resolve));

beforeAll(async () => {
  app = fastify({ bodyLimit: MIB });
  app.addSchema(ErrorBody);
  setErrorHandlers(app);
  app.setValidatorCompiler(compileSchema);
  acceptJson(app);
  app.addHook('onRequest', (request, _reply, next) => {
    request.principal = { userId: String(request.headers.user) } as Principal;
    next();
  });
  limitLongBodies(app, users, { now: () => performance.now(), wait: () => rest.pass() });
  const received = (request: { readonly body: unknown }): object => {
    bodies.push(request.body);
    return {};
  };
  app.post('/any', { bodyLimit: LIMIT }, received);
  app.post('/short', received);
  app.post('/longest', { bodyLimit: 64 * MIB }, received);
  app.post('/files', { schema: { body: DownloadBody }, bodyLimit: LIMIT }, received);
  app.post('/held', { bodyLimit: LIMIT }, async (request) => {
    bodies.push(request.headers.user);
    await gate.pass();
    return {};
  });
  app.post('/abandoned', { bodyLimit: LIMIT }, async (_request, reply) => {
    begin();
    await once(reply.raw, 'close');
    await abandoned.pass();
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());
beforeEach(() => {
  bodies.length = 0;
});

const post = (url: string, body: string, user = 'someone') =>
  app.inject({ method: 'POST', url, body, headers: { 'content-type': 'application/json', user } });

/** Sends a body in chunks, without announcing its length. */
const postStream = (url: string, body: string) =>
  app.inject({ method: 'POST', url, body: Readable.from([body]), headers: { 'content-type': 'application/json' } });

describe('long JSON bodies', () => {
  test('a long body is received as it was sent', async () => {
    const sent = {
      name: 'ü',
      files: FILES,
      others: [{ from: 'a', to: 1.5 }, null, true],
      empty: [],
      nested: { a: ['b'] },
    };
    expect((await post('/any', `\uFEFF${JSON.stringify(sent)}`)).statusCode).toBe(200);
    expect(bodies).toEqual([sent]);
  });

  test('other requests run for every thousand items of a long body while it is read and checked', async () => {
    const { turns, answer } = await countTurns(() => post('/files', JSON.stringify({ ...DOWNLOAD, files: FILES })));
    expect(answer.statusCode).toBe(200);
    expect(turns).toBeGreaterThan((2 * ITEMS) / 1_000);
  });

  test('a long body of 990 moves with the longest texts that keys may have is received', async () => {
    const [from, to] = ['a'.repeat(4_096), 'b'.repeat(4_096)];
    const sent = { moves: Array.from({ length: 990 }, () => ({ from, to })) };
    expect((await post('/any', JSON.stringify(sent))).statusCode).toBe(200);
    expect(bodies).toEqual([sent]);
  });

  test.each([
    ['that is not JSON', `{"files":["${'a'.repeat(2 * MIB)}"`],
    ['with a text that is too large', JSON.stringify({ name: 'a'.repeat(2 * MIB) })],
    ['with lists in lists', JSON.stringify({ files: [Array.from({ length: MIB }, () => 0)] })],
    [
      'with 20,000 members with long names',
      `{${Array.from({ length: 20_000 }, (_, index) => `"${String(index).padStart(60)}":0`).join(',')}}`,
    ],
  ])('a long body %s is refused', async (_what, body) => {
    expect((await post('/any', body)).statusCode).toBe(400);
    expect(bodies).toEqual([]);
  });

  test('the longest body is refused if it consists of empty lists, whose parsing would take minutes', async () => {
    const lists = '[],'.repeat(21 * MIB);
    expect((await post('/longest', `{"files":[${lists}0]}`)).statusCode).toBe(400);
  });

  test.each([
    ['a list', JSON.stringify(FILES)],
    ['a text', JSON.stringify('a'.repeat(2 * MIB))],
  ])('a long body that is %s counts as no object', async (_what, body) => {
    expect((await post('/files', body)).statusCode).toBe(400);
  });

  test.each([post, postStream])('a body beyond the limit of its route is refused with the limit', async (send) => {
    const answer = await send('/short', JSON.stringify({ name: 'a'.repeat(MIB) }));
    expect([answer.statusCode, answer.json()]).toEqual([413, { msg: expect.stringContaining(String(MIB)) as string }]);
  });

  test('a long body of unknown length is received', async () => {
    expect((await postStream('/any', JSON.stringify({ files: FILES }))).statusCode).toBe(200);
    expect(bodies).toEqual([{ files: FILES }]);
  });

  test('a long body waits, unread, while another one of its user is worked on, but not for those of other users', async () => {
    const body = JSON.stringify({ files: FILES });
    const first = post('/held', body, 'busy');
    await gate.reached;
    const second = post('/held', body, 'busy');
    expect((await post('/any', body, 'other')).statusCode).toBe(200);
    expect((await post('/any', '{}', 'busy')).statusCode).toBe(200);
    expect(bodies).toEqual(['busy', { files: FILES }, {}]);
    gate.open();
    expect((await first).statusCode).toBe(200);
    expect((await second).statusCode).toBe(200);
  });
});

test('a long body waits, unread, while its user rests after another one, because others are served', async () => {
  const body = JSON.stringify({ files: FILES });
  users.add('served');
  expect((await post('/any', body, 'busy')).statusCode).toBe(200);
  const second = post('/files', JSON.stringify({ ...DOWNLOAD, files: FILES }), 'busy');
  await rest.reached;
  expect((await post('/any', '{}', 'busy')).statusCode).toBe(200);
  expect((await post('/any', body, 'served')).statusCode).toBe(200);
  expect(bodies).toEqual([{ files: FILES }, {}, { files: FILES }]);
  rest.open();
  expect((await second).statusCode).toBe(200);
  users.remove('served');
});

test('the long body of a client that has left is worked on before the next one of its user', async () => {
  const body = JSON.stringify({ files: FILES });
  const headers = { 'content-type': 'application/json', user: 'hasty' };
  const client = new AbortController();
  const left = fetch(`${app.listeningOrigin}/abandoned`, { method: 'POST', body, headers, signal: client.signal });
  await begun;
  client.abort();
  await expect(left).rejects.toThrow();
  await abandoned.reached;
  const next = post('/any', body, 'hasty');
  await post('/any', body, 'other');
  await post('/any', body, 'other');
  expect(bodies).toHaveLength(2);
  abandoned.open();
  expect((await next).statusCode).toBe(200);
});

test('a client that leaves while its long body is read makes room for the next one of its user', async () => {
  const client = new AbortController();
  const headers = { 'content-type': 'application/json', user: 'cut' };
  const part = Buffer.alloc(2 * MIB, ' ');
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      stream.enqueue(part);
      client.abort();
    },
  });
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    body,
    headers,
    signal: client.signal,
    duplex: 'half',
  };
  await expect(fetch(`${app.listeningOrigin}/any`, init)).rejects.toThrow();
  expect((await post('/any', JSON.stringify({ files: FILES }), 'cut')).statusCode).toBe(200);
});

describe('long lists in bodies', () => {
  const refuse = async (files: readonly unknown[]) =>
    (await post('/files', JSON.stringify({ ...DOWNLOAD, files }))).json<unknown>();

  test('a long list with an invalid item is refused with the position of the item', async () => {
    const files = FILES.with(ITEMS - 2, 'a'.repeat(4_097));
    expect(await refuse(files)).toEqual({
      msg: 'The field “files.49998” is invalid: expected string length less or equal to 4096.',
    });
  });

  test('a list with too many items is refused with their greatest number', async () => {
    expect(await refuse(Array.from({ length: 200_001 }, () => 'acme/p/a'))).toEqual({
      msg: 'The field “files” is invalid: expected array length to be less or equal to 200000.',
    });
  });
});

test('an empty body with the content type of JSON counts as no body', async () => {
  expect((await post('/any', '')).statusCode).toBe(200);
  expect(bodies).toEqual([undefined]);
});

test('a short body that would change prototypes is refused', async () => {
  expect((await post('/any', '{"__proto__":{"a":1}}')).statusCode).toBe(400);
});
