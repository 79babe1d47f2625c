import type { Database } from '../../server/src/database/sql';
import { dataFolderOf, prepareDataFolder } from '../../server/src/disk/dataFolder';
import type { BlobStore } from '../../server/src/storage/blobStore';
import { folderBlobs } from './folderBlobs';
import { temporaryFolder } from './temporaryFolder';
import { openTestDatabase } from './testDatabase';

interface TestStore {
  readonly database: Database;
  readonly dataDir: string;
  readonly blobs: BlobStore;
  readonly close: () => Promise<void>;
}

/** Opens an empty database and a blob store in a data folder of its own, without a server. */
export async function openTestStore(): Promise<TestStore> {
  const database = await openTestDatabase();
  const dataDir = await temporaryFolder();
  await prepareDataFolder(dataFolderOf(dataDir));
  return { database, dataDir, blobs: folderBlobs(dataDir), close: () => database.close() };
}
