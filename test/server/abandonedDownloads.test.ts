import fastify from 'fastify';
import type { Database } from '../../server/src/database/sql';
import type { Principal } from '../../server/src/http/access';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { ErrorBody } from '../../server/src/http/schemas';
import { downloadRoutes } from '../../server/src/routes/files/downloads';
import type { Services } from '../../server/src/routes/services';
import { folderBlobs } from '../support/folderBlobs';
import { createGate } from '../support/gate';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestDatabase } from '../support/testDatabase';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a large selection is looked up no further after its client has left', async () => {
  const dataDir = await temporaryFolder();
  const gate = createGate();
  const find = jest.fn(async (keys: readonly string[]) => {
    await gate.pass();
    return new Map(keys.map((key) => [key, { key, blob: key, size: 1, lastModified: '2030-01-02T03:04:05.000Z' }]));
  });
  const app = fastify();
  app.addSchema(ErrorBody);
  setErrorHandlers(app);
  const closed = new Promise<void>((resolve) => {
    app.addHook('onRequest', (request, reply, next) => {
      request.principal = { sponsorId: 'acme', userId: 'u' } as Principal;
      reply.raw.once('close', resolve);
      next();
    });
  });
  const answered = new Promise<void>((resolve) => {
    app.addHook('onSend', (_request, _reply, _payload, next) => {
      resolve();
      next();
    });
  });
  const services = { blobs: folderBlobs(dataDir), database, environment: { signedUrlSeconds: 60 }, objects: { find } };
  downloadRoutes(app.withTypeProvider(), services as unknown as Services);
  await app.listen({ host: '127.0.0.1', port: 0 });

  const files = Array.from({ length: 5_000 }, (_, index) => `acme/p/${String(index)}.tif`);
  const client = new AbortController();
  const left = fetch(`${app.listeningOrigin}/download`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ onlyDownSamples: false, zipFileName: 'a.zip', files }),
    signal: client.signal,
  });
  await gate.reached;
  client.abort();
  await expect(left).rejects.toThrow();
  await closed;
  gate.open();
  await answered;
  expect(find).toHaveBeenCalledTimes(1);
  expect((await database.query('select ref from archives')).rows).toEqual([]);
  await app.close();
});
