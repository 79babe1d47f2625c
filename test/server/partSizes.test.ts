import { NoSuchUpload } from '@aws-sdk/client-s3';
import { listReceipts } from '../../server/src/database/activity/receipts';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf } from '../../server/src/disk/dataFolder';
import { Uploads } from '../../server/src/objects/uploads';
import { multipartChecksum } from '../../server/src/storage/parts';
import { createS3BlobStore } from '../../server/src/storage/s3/s3BlobStore';
import { createS3Client } from '../../server/src/storage/s3/s3Bucket';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestDatabase } from '../support/testDatabase';
import { md5 } from '../support/uploadFile';

const BODIES = ['a'.repeat(700), 'b'.repeat(500), 'c'.repeat(900)];
const ETAG = multipartChecksum(BODIES.map(md5));

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Answers as an S3 storage with one upload, which forgets the parts when it is completed. */
function createS3() {
  let isCompleted = false;
  const missing = new NoSuchUpload({ message: 'No such upload.', $metadata: {} });
  return ({ constructor: { name } }: object): Promise<object> => {
    switch (name) {
      case 'CreateMultipartUploadCommand':
        return Promise.resolve({ UploadId: 'upload' });
      case 'ListPartsCommand':
        if (isCompleted) return Promise.reject(missing);
        return Promise.resolve({
          Parts: BODIES.map((body, index) => ({ PartNumber: index + 1, ETag: md5(body), Size: body.length })),
        });
      case 'CompleteMultipartUploadCommand':
        if (isCompleted) return Promise.reject(missing);
        isCompleted = true;
        return Promise.resolve({});
      default:
        return Promise.resolve({ ETag: ETAG, ContentLength: BODIES.join('').length });
    }
  };
}

test('a receipt has the sizes of all parts although the server was killed after S3 had completed the upload', async () => {
  await createProject(database, { sponsorId: 'acme', title: 'p', description: '' });
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const client = createS3Client({ bucket: 'data', region: 'us-east-1', pathStyle: true, credentials });
  jest.spyOn(client, 'send').mockImplementation(createS3() as never);
  const blobs = await createS3BlobStore(
    { client, bucket: 'data' },
    { folder: dataFolderOf(await temporaryFolder()), seconds: 60 },
  );
  const killed: Database = { ...database, transaction: () => Promise.reject(new Error('killed')) };
  const key = 'acme/p/a.tif';
  const ref = { uploadId: await new Uploads(database, blobs, { openPerSponsor: 1 }).start(key), key };
  const parts = BODIES.map((body, index) => ({ partNumber: index + 1, etag: md5(body), checksum: md5(body) }));
  const complete = (one: Database) => new Uploads(one, blobs, { openPerSponsor: 1 }).complete(ref, parts, ETAG);
  await expect(complete(killed)).rejects.toThrow('killed');
  await complete(database);
  const { receipts } = await listReceipts(database, key, { after: undefined, limit: 1, partLimit: 10 });
  expect(receipts.map((receipt) => receipt.parts)).toEqual([BODIES.map((body) => [body.length, md5(body)])]);
});
