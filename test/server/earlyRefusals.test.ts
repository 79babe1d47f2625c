import fastify from 'fastify';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import type { Principal } from '../../server/src/http/access';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { ErrorBody } from '../../server/src/http/schemas';
import { Uploads } from '../../server/src/objects/uploads';
import { fileChangeRoutes } from '../../server/src/routes/files/fileChanges';
import type { Services } from '../../server/src/routes/services';
import type { BlobStore } from '../../server/src/storage/blobStore';
import { multipartChecksum } from '../../server/src/storage/parts';
import { openTestDatabase } from '../support/testDatabase';
import { md5 } from '../support/uploadFile';

/* Refusals that need no work come before the work, and before a request waits for its turn. */

describe('a request for files in too many folders', () => {
  const keys = Array.from({ length: 30 }, (_, index) => `acme/p/${String(index)}${'/b'.repeat(400)}/c`);

  test.each([
    ['/manage/files/restore', { keys }],
    ['/manage/files/move', { moves: keys.map((to, index) => ({ from: `acme/p/${String(index)}`, to })) }],
  ])('is refused by %s before it waits for its turn', async (url, body) => {
    const waits = jest.fn();
    const app = fastify();
    app.addSchema(ErrorBody);
    setErrorHandlers(app);
    app.addHook('onRequest', (request, _reply, next) => {
      request.principal = { sponsorId: 'acme', userId: 'u' } as Principal;
      next();
    });
    fileChangeRoutes(app.withTypeProvider(), { heavy: waits } as unknown as Services);
    const answer = await app.inject({ method: 'POST', url, body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ msg: 'The files are in too many folders. Send fewer at a time.' });
    expect(waits).not.toHaveBeenCalled();
    await app.close();
  });
});

describe('with a quota, an upload', () => {
  const etag = md5('part');
  const parts = [{ partNumber: 1, etag, checksum: etag }];
  let database: Database;
  const measureUpload = jest.fn(() => Promise.resolve({ size: 1 }));
  const counts = jest.fn();

  beforeAll(async () => {
    database = await openTestDatabase();
    await createProject(database, { sponsorId: 'acme', title: 'p', description: '' });
  });
  afterAll(() => database.close());
  beforeEach(() => {
    measureUpload.mockClear();
    counts.mockClear();
  });

  /** Creates uploads that note when all files of a sponsor are counted. */
  function limitedUploads(openPerSponsor: number) {
    const noting: Database = {
      ...database,
      transaction: (task) =>
        database.transaction((transaction) =>
          task({
            query(text, values) {
              if (text.includes('sum(size)')) counts();
              return transaction.query(text, values);
            },
          }),
        ),
    };
    const blobs = {
      startUpload: () => Promise.resolve(`id ${String(Math.random())}`),
      requireSpace: () => Promise.resolve(),
      measureUpload,
      completeUpload: () => Promise.resolve({ size: 1 }),
      keepsParts: false,
    } as Partial<BlobStore> as BlobStore;
    return new Uploads(noting, blobs, { openPerSponsor, quotaBytes: 10 });
  }

  test('with a quota, an upload beyond the number of unfinished ones is refused before the files of the sponsor are counted', async () => {
    await expect(limitedUploads(0).start('acme/p/a')).rejects.toMatchObject({ code: 'TOO_MANY_UPLOADS' });
    expect(counts).not.toHaveBeenCalled();
    await limitedUploads(10).start('acme/p/a');
    expect(counts).toHaveBeenCalled();
  });

  test('with a quota, an upload of a file that must not be replaced is refused before its parts are measured', async () => {
    const uploads = limitedUploads(10);
    const complete = async (uploadId: string): Promise<void> =>
      uploads.complete({ key: 'acme/p/b', uploadId }, parts, multipartChecksum([etag]), { onlyIfAbsent: true });
    const [first, second] = [await uploads.start('acme/p/b'), await uploads.start('acme/p/b')];
    await complete(first);
    expect(measureUpload).toHaveBeenCalledTimes(1);
    await expect(complete(second)).rejects.toMatchObject({ status: 409, code: 'EXISTS' });
    expect(measureUpload).toHaveBeenCalledTimes(1);
  });
});
