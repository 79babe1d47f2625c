import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../server/src/database/sql';
import type { BlobStore } from '../../server/src/objects/blobStore';
import { dataFolderOf, prepareDataFolder } from '../../server/src/objects/dataFolder';
import { folderBlobs } from './folderBlobs';
import { openTestDatabase } from './testDatabase';

interface TestStore {
  readonly database: Database;
  readonly dataDir: string;
  readonly blobs: BlobStore;
  /** Closes the database and removes the data folder. */
  readonly close: () => Promise<void>;
}

/** Opens an empty database and a blob store in a data folder of its own, without a server. */
export async function openTestStore(): Promise<TestStore> {
  const database = await openTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'data-manager-'));
  await prepareDataFolder(dataFolderOf(dataDir));
  const close = async (): Promise<void> => {
    await database.close();
    await rm(dataDir, { recursive: true });
  };
  return { database, dataDir, blobs: folderBlobs(dataDir), close };
}
