import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { endStalledBodies } from '../../server/src/stalledBodies';

const STALL_SECONDS = 0.4;

let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  endStalledBodies(app, STALL_SECONDS);
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.post('/json', () => Promise.resolve('received'));
  app.put('/stream', async (request) => String((await text(request.raw)).length));
  app.put('/busy', async (request) => {
    await setTimeout(3 * STALL_SECONDS * 1_000);
    return String((await text(request.raw)).length);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends the head of a request and the first bytes of its body. */
function send(
  head: string,
  type: string,
  start: string,
): { readonly socket: Socket; readonly answer: Promise<string> } {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${start}`);
  return { socket, answer: text(socket) };
}

const octets = 'application/octet-stream';

describe('a request body that stalls', () => {
  test.each([
    ['JSON', 'POST /json', 'application/json', 'Content-Length: 20\r\n\r\n{"title": '],
    ['a stream', 'PUT /stream', octets, 'Content-Length: 20\r\n\r\nabc'],
    ['a chunked stream', 'PUT /stream', octets, 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('(%s) gets 408, and its connection is closed', async (_what, head, type, start) => {
    const answer = await send(head, type, start).answer;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('{"msg":"The request timed out."}');
  });

  test('gets 408 after it has made progress, too', async () => {
    const { socket, answer } = send('PUT /stream', octets, 'Content-Length: 100000\r\n\r\nx');
    await setTimeout((STALL_SECONDS * 1_000) / 2);
    socket.write('x'.repeat(5_000));
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('is closed if it trickles in', async () => {
    const { socket, answer } = send('PUT /stream', octets, 'Content-Length: 100000\r\n\r\n');
    const trickle = setInterval(() => socket.write('x'), 20);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(trickle);
  });
});

test('a request body that arrives slowly but steadily is received', async () => {
  const pieces = 20;
  const { socket, answer } = send(
    'PUT /stream',
    octets,
    `Connection: close\r\nContent-Length: ${pieces * 1_000}\r\n\r\n`,
  );
  for (let piece = 0; piece < pieces; piece += 1) {
    socket.write('x'.repeat(1_000));
    await setTimeout((STALL_SECONDS * 1_000) / 5);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n20000$/s);
});

test('a request body that the server reads late is received', async () => {
  // More than Node.js reads ahead.
  const body = 'x'.repeat(1_000_000);
  const { answer } = send('PUT /busy', octets, `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n1000000$/s);
});
