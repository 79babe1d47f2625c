import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from '../../server/src/database/projects';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf, prepareDataFolder } from '../../server/src/objects/dataFolder';
import { createObjectStore, type ObjectStore } from '../../server/src/objects/objectStore';
import { folderBlobs } from '../support/folderBlobs';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { openTestDatabase } from '../support/testDatabase';
import { md5 } from '../support/uploadFile';

let database: Database;
let dataDir: string;
let objects: ObjectStore;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'data-manager-'));
  await prepareDataFolder(dataFolderOf(dataDir));
  objects = createObjectStore(database, folderBlobs(dataDir));
  await createProject(database, { sponsorId: 'acme', title: 'p', description: '' });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

test('a file that the server writes itself, such as sample data, has its MD5 as the ETag', async () => {
  await objects.put('acme/p/sample.txt', Buffer.from('sample'));
  expect((await objects.list('acme/p', { limit: 10 })).objects).toMatchObject([
    { key: 'acme/p/sample.txt', etag: md5('sample') },
  ]);
});
