import fs from 'node:fs';
import { truncate, unlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { wholeStream } from '../../server/src/common/wholeStream';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { sendFile } from '../../server/src/http/sendFile';
import { temporaryFolder } from '../support/temporaryFolder';

const BYTES = 8 * 1024 * 1024;
const HEADERS = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'cache-control': 'private, max-age=86400, immutable',
};

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await temporaryFolder();
  app = fastify();
  setErrorHandlers(app);
  app.get('/file', (request, reply) =>
    sendFile(request, reply.headers(HEADERS), { root: folder, name: 'file' }, { etag: '"1"' }),
  );
  app.get('/failing', (_request, reply) =>
    reply.headers({ ...HEADERS, etag: '"1"', 'content-length': 6, 'content-range': 'bytes 0-5/6' }).send(
      new Readable({
        read() {
          this.destroy(new Error('the disk is broken'));
        },
      }),
    ),
  );
  await app.listen();
});
afterAll(() => app.close());
beforeEach(() => writeFile(join(folder, 'file'), Buffer.alloc(BYTES)));

function request(path: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, path }, resolve).on('error', reject);
  });
}

test('a file that vanishes before it is opened is not found', async () => {
  const { createReadStream } = fs;
  jest.spyOn(fs, 'createReadStream').mockImplementation((...args) => {
    fs.unlinkSync(join(folder, 'file'));
    return createReadStream(...args);
  });
  const { statusCode, headers, ...answer } = await app.inject('/file');
  expect([statusCode, answer.json()]).toEqual([404, { msg: 'The file was not found.', code: 'NOT_FOUND' }]);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  expect(headers).not.toHaveProperty('content-disposition');
});

test('a file that vanishes while it is sent arrives whole', async () => {
  const response = await request('/file');
  await unlink(join(folder, 'file'));
  expect((await buffer(response)).length).toBe(BYTES);
});

test('the connection breaks off if a file becomes shorter while it is sent', async () => {
  const response = await request('/file');
  await truncate(join(folder, 'file'), 3 * 1024 * 1024);
  expect(response.headers['content-length']).toBe(String(BYTES));
  await expect(buffer(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('a stream that fails before its first byte is answered with an error that has none of its headers', async () => {
  const { statusCode, headers, ...answer } = await app.inject('/failing');
  expect([statusCode, answer.json()]).toEqual([
    500,
    { msg: expect.stringMatching(/^Something went wrong on the server/) as string },
  ]);
  const { 'content-type': type, 'cache-control': cacheControl, 'content-length': length } = headers;
  expect([type, cacheControl, length]).toEqual([
    'application/json; charset=utf-8',
    'no-store',
    String(Buffer.byteLength(answer.body)),
  ]);
  for (const name of ['etag', 'content-disposition', 'content-range']) expect(headers).not.toHaveProperty(name);
});

test('a stream that is never read closes its source', async () => {
  const body = Readable.from(['tissue']);
  const closed = new Promise((resolve) => body.once('close', resolve));
  wholeStream({ body, size: 6 }).destroy();
  await closed;
  expect(body.destroyed).toBe(true);
});
