import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { endStalledBodies } from '../../server/src/http/stalledBodies';
import { until } from '../support/until';

const STALL_SECONDS = 30;
const STALL_MS = STALL_SECONDS * 1_000;

let app: FastifyInstance;
const late = new EventEmitter<{ read: [] }>();
/** The last request, once the server knows it. */
let last: IncomingMessage | undefined;

beforeAll(async () => {
  // Only the time of the checks is virtual: connections need the timers of Node.
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  });
  app = fastify();
  endStalledBodies(app, STALL_SECONDS);
  app.addHook('onRequest', (request, _reply, done) => {
    last = request.raw;
    done();
  });
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.post('/json', () => Promise.resolve('received'));
  app.put('/stream', async (request) => String((await text(request.raw)).length));
  app.put('/busy', async (request) => {
    await once(late, 'read');
    return String((await text(request.raw)).length);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  last = undefined;
});
afterAll(async () => {
  await app.close();
  jest.useRealTimers();
});

/** Sends the head of a request and the first bytes of its body. Resolves when the server has received them. */
async function send(
  head: string,
  type: string,
  start: string,
): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const answer = text(socket);
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${start}`);
  await until('the server has the request', () => last);
  return { socket, answer };
}

/** Sends further bytes, and waits until the server has received them. */
async function sendMore(socket: Socket, bytes: string): Promise<void> {
  const expected = socket.bytesWritten + bytes.length;
  socket.write(bytes);
  await until('the server has the bytes', () => ((last?.socket.bytesRead ?? 0) >= expected ? true : undefined));
}

const octets = 'application/octet-stream';

describe('a request body that stalls', () => {
  test.each([
    ['JSON', 'POST /json', 'application/json', 'Content-Length: 20\r\n\r\n{"title": '],
    ['a stream', 'PUT /stream', octets, 'Content-Length: 20\r\n\r\nabc'],
    ['a chunked stream', 'PUT /stream', octets, 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])(
    'answers a request body that stalls with 408, and closes its connection (%s)',
    async (_what, head, type, start) => {
      const { answer } = await send(head, type, start);
      jest.advanceTimersByTime(2 * STALL_MS);
      expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(await answer).toContain('{"msg":"The request timed out."}');
    },
  );

  test('gets 408 after it has made progress, too', async () => {
    const { socket, answer } = await send('PUT /stream', octets, 'Content-Length: 100000\r\n\r\nx');
    jest.advanceTimersByTime(STALL_MS / 2);
    await sendMore(socket, 'x'.repeat(5_000));
    jest.advanceTimersByTime(2 * STALL_MS);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('is closed if it trickles in', async () => {
    const { socket, answer } = await send('PUT /stream', octets, 'Content-Length: 100000\r\n\r\n');
    for (let step = 0; step < 10; step += 1) {
      await sendMore(socket, 'x');
      jest.advanceTimersByTime(STALL_MS / 10);
    }
    jest.advanceTimersByTime(STALL_MS / 4);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('a request body that arrives slowly but steadily is received', async () => {
  const pieces = 20;
  const { socket, answer } = await send(
    'PUT /stream',
    octets,
    `Connection: close\r\nContent-Length: ${pieces * 1_000}\r\n\r\n`,
  );
  for (let piece = 0; piece < pieces; piece += 1) {
    await sendMore(socket, 'x'.repeat(1_000));
    jest.advanceTimersByTime(STALL_MS / 5);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n20000$/s);
});

test('a request body that the server reads late is received', async () => {
  // More than Node.js reads ahead.
  const body = 'x'.repeat(1_000_000);
  const head = `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const { answer } = await send('PUT /busy', octets, head);
  await until('bytes wait to be read', () => ((last?.readableLength ?? 0) > 0 ? true : undefined));
  jest.advanceTimersByTime(3 * STALL_MS);
  late.emit('read');
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n1000000$/s);
});
