/**
 * The baseline for the server: bare Fastify with the same four calls for each file and the same flushes to disk, but without
 * users, keys and a database. A commit is a flushed line. Arguments: a folder that exists.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fastify from 'fastify';

const [folder = ''] = process.argv.slice(2);

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}

async function main(): Promise<void> {
  const log = await open(join(folder, 'log'), 'a');
  const commit = async (line: string): Promise<void> => {
    await log.appendFile(`${line}\n`);
    await log.sync();
  };
  const app = fastify();
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  app.post('/start', async () => {
    const uploadId = randomUUID();
    await mkdir(join(folder, uploadId));
    await flushFolder(folder);
    await commit(uploadId);
    return { uploadId };
  });
  app.get<{ Params: { id: string } }>('/urls/:id', ({ params: { id } }) =>
    Promise.resolve([{ partNumber: 1, url: `/part/${id}` }]),
  );
  app.put<{ Params: { id: string }; Body: NodeJS.ReadableStream }>('/part/:id', async ({ params: { id }, body }) => {
    const hash = createHash('md5');
    const digest = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const temp = join(folder, `${id}.tmp`);
    await pipeline(body, digest, createWriteStream(temp, { flush: true }));
    await rename(temp, join(folder, id, 'part'));
    await flushFolder(join(folder, id));
    return { etag: hash.digest('hex') };
  });
  app.post<{ Params: { id: string } }>('/complete/:id', async ({ params: { id } }) => {
    await rename(join(folder, id, 'part'), join(folder, `${id}.blob`));
    await flushFolder(folder);
    await commit(id);
    return {};
  });
  app.get('/poll', () => Promise.resolve({ status: 'COMPLETED', completedSize: 1, totalSize: 1 }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.stdout.write(`${String((app.server.address() as AddressInfo).port)}\n`);
}

void main();
