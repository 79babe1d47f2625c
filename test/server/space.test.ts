import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf } from '../../server/src/disk/dataFolder';
import { setErrorHandlers } from '../../server/src/http/errorHandler';
import { ErrorBody } from '../../server/src/http/schemas';
import { createObjectStore } from '../../server/src/objects/objectStore';
import { Uploads } from '../../server/src/objects/uploads';
import { newBlobKey, type BlobStore } from '../../server/src/storage/blobStore';
import { createFolderBlobStore } from '../../server/src/storage/folder/folderBlobStore';
import { partFileName } from '../../server/src/storage/folder/uploadFolder';
import { multipartChecksum } from '../../server/src/storage/parts';
import { createS3BlobStore } from '../../server/src/storage/s3/s3BlobStore';
import { createS3Client } from '../../server/src/storage/s3/s3Bucket';
import { createUrlSigner } from '../../server/src/storage/urlSigner';
import { ZipJobs } from '../../server/src/zips/zipJobs';
import { textWith } from '../support/matchers';
import { openTestStore } from '../support/testStore';
import { md5 } from '../support/uploadFile';

const DISK_FULL = { status: 507, code: 'DISK_FULL' };
const QUOTA_EXCEEDED = { status: 507, code: 'QUOTA_EXCEEDED', msg: textWith('acme has no space left') };

let store: Awaited<ReturnType<typeof openTestStore>>;
let database: Database;
let dataDir: string;
let blobs: BlobStore;
/** Leaves no space for files. */
let fullBlobs: BlobStore;

beforeAll(async () => {
  store = await openTestStore();
  ({ database, dataDir, blobs } = store);
  fullBlobs = createFolderBlobStore(dataFolderOf(dataDir), {
    signer: createUrlSigner(Buffer.alloc(32)),
    publicUrl: 'http://localhost:4000',
    appUrl: 'http://localhost:3000',
    seconds: 60,
    reservedBytes: Number.MAX_SAFE_INTEGER,
  });
  await createProject(database, { sponsorId: 'acme', title: 'p', description: '' });
  await createProject(database, { sponsorId: 'globex', title: 'p', description: '' });
});
afterAll(() => store.close());

/** Creates uploads whose files have a size. */
function uploadsOf(size: number, quotaBytes: number) {
  const uploads = new Uploads(
    database,
    { ...blobs, measureUpload: () => Promise.resolve({ size }), completeUpload: () => Promise.resolve({ size }) },
    { openPerSponsor: 100, quotaBytes },
  );
  const etag = md5('part');
  return {
    start: (key: string) => uploads.start(key),
    complete: (key: string, uploadId: string) =>
      uploads.complete({ key, uploadId }, [{ partNumber: 1, etag, checksum: etag }], multipartChecksum([etag])),
  };
}

describe('the quota of a sponsor', () => {
  test('rejects what exceeds it, keeps the upload, and does not affect other sponsors', async () => {
    const { start, complete } = uploadsOf(400, 1_000);
    const [first, second, third] = [await start('acme/p/1'), await start('acme/p/2'), await start('acme/p/3')];
    await complete('acme/p/1', first);
    await complete('acme/p/2', second);
    await expect(complete('acme/p/3', third)).rejects.toMatchObject(QUOTA_EXCEEDED);
    await complete('globex/p/other', await start('globex/p/other'));

    await database.query("delete from objects where path = '1' and size = 400");
    await complete('acme/p/3', third);
  });

  test('rejects the start of an upload when it is used up', async () => {
    const { start } = uploadsOf(1, 800);
    await expect(start('acme/p/4')).rejects.toMatchObject(QUOTA_EXCEEDED);
  });

  test('counts a replaced file like a deleted one, until its content is removed', async () => {
    const { start, complete } = uploadsOf(400, 1_200);
    await complete('acme/p/2', await start('acme/p/2'));
    const full = uploadsOf(400, 1_200);
    await expect(full.start('acme/p/2')).rejects.toMatchObject(QUOTA_EXCEEDED);
    await database.query('delete from deleted_objects where is_replaced');
    await full.complete('acme/p/2', await full.start('acme/p/2'));
  });
});

describe('without enough space on the disk', () => {
  test('no upload starts, and no folder is left behind', async () => {
    const before = await readdir(join(dataDir, 'uploads'));
    const uploads = new Uploads(database, fullBlobs, { openPerSponsor: 100 });
    await expect(uploads.start('acme/p/5')).rejects.toMatchObject(DISK_FULL);
    expect(await readdir(join(dataDir, 'uploads'))).toEqual(before);
  });

  test('no archive is started', async () => {
    const objects = createObjectStore(database, fullBlobs);
    const previews = { get: () => Promise.resolve({ unreadable: 'it is not read', found: 'complete' } as const) };
    const jobs = new ZipJobs({ database, blobs: fullBlobs, objects, previews, report: () => undefined });
    const contents = { folder: 'globex/p', onlyDownSamples: false };
    await expect(jobs.start('globex', 'a.zip', contents)).rejects.toMatchObject(DISK_FULL);
    await jobs.close();
    expect((await database.query('select 1 from archives')).rows).toEqual([]);
  });

  test('no part is received', async () => {
    const app = fastify();
    app.addSchema(ErrorBody);
    setErrorHandlers(app);
    if (fullBlobs.routes !== undefined) await app.register(fullBlobs.routes);
    const upload = { uploadId: await blobs.startUpload(newBlobKey('0'.repeat(32))), blob: newBlobKey('0'.repeat(32)) };
    const { pathname, search } = new URL(await fullBlobs.partUrl(upload, 1));
    const answer = await app.inject({ method: 'PUT', url: pathname + search, payload: 'tissue' });
    expect([answer.statusCode, answer.json()]).toEqual([507, expect.objectContaining({ code: 'DISK_FULL' })]);
    expect(await readdir(join(dataDir, 'uploads', upload.uploadId))).toEqual([]);
    await app.close();
  });

  test('no image is copied from an S3 storage to the disk, and no viewer images are made', async () => {
    const client = createS3Client({
      bucket: 'data',
      region: 'us-east-1',
      pathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    });
    const send = jest.spyOn(client, 'send').mockImplementation((() => Promise.resolve({ ContentLength: 6 })) as never);
    const storeWith = (reservedBytes: number) =>
      createS3BlobStore({ client, bucket: 'data' }, { folder: dataFolderOf(dataDir), seconds: 60, reservedBytes });
    const full = await storeWith(Number.MAX_SAFE_INTEGER);
    const task = jest.fn();
    await expect(full.withFile(newBlobKey('0'.repeat(32)), task)).rejects.toMatchObject(DISK_FULL);
    expect([task.mock.calls, send.mock.calls.length]).toEqual([[], 1]);
    await expect(full.requireTempSpace(6)).rejects.toMatchObject(DISK_FULL);
    await expect(fullBlobs.requireTempSpace(6)).rejects.toMatchObject(DISK_FULL);

    await (await storeWith(0)).requireTempSpace(6);
    await full.requireSpace(6);
  });

  test('an upload can’t be completed, and keeps its parts', async () => {
    const upload = { uploadId: await blobs.startUpload(newBlobKey('0'.repeat(32))), blob: newBlobKey('0'.repeat(32)) };
    const parts = ['one', 'two'].map((body, index) => ({
      partNumber: index + 1,
      etag: md5(body),
      checksum: md5(body),
    }));
    for (const [index, body] of ['one', 'two'].entries()) {
      await writeFile(join(dataDir, 'uploads', upload.uploadId, partFileName(index + 1, md5(body))), body);
    }
    await expect(fullBlobs.completeUpload(upload, parts)).rejects.toMatchObject(DISK_FULL);
    expect(await blobs.completeUpload(upload, parts)).toMatchObject({ size: 6 });
  });
});
