import { maintainTables } from '../../server/src/database/connection/maintenance';
import { addArchive, addArchiveFiles, removeArchive } from '../../server/src/database/jobs/archives';
import { onlyRow, type Database } from '../../server/src/database/sql';
import { openTestDatabase } from '../support/testDatabase';

const MIB = 1024 * 1024;
const KEYS = Array.from({ length: 50_000 }, (_, index) => `acme/project/folder/${String(index)}.tif`);

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function storeSelection(ref: string): Promise<void> {
  const archive = { sponsorId: 'acme', zipFileName: 'a.zip', onlyDownSamples: false, folder: undefined };
  await addArchive(database, { ...archive, ref, commonFolder: '', totalFiles: 1, totalSize: 1, keys: KEYS });
  await addArchiveFiles(database, ref, KEYS);
}

async function sizeOfSelections(): Promise<number> {
  const query = "select pg_total_relation_size('archive_files') as size";
  return onlyRow(await database.query<{ size: number }>(query)).size;
}

test('the space of selections whose archives were removed is used again', async () => {
  await storeSelection('first');
  await storeSelection('second');
  await removeArchive(database, 'acme', 'first');
  const size = await sizeOfSelections();
  expect(size).toBeGreaterThan(MIB);
  await maintainTables(database);
  await storeSelection('third');
  expect(await sizeOfSelections()).toBeLessThan(1.1 * size);
});
