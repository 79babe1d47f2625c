import { listDeletedFiles } from '../../server/src/database/files/deletedFiles';
import { deleteFiles, moveFiles, restoreFiles } from '../../server/src/database/files/fileChanges';
import type { Database } from '../../server/src/database/sql';
import { countedDatabase } from '../support/countedDatabase';
import { openTestDatabase } from '../support/testDatabase';

/** The most rows that a statement may look up, or write unless its transaction writes them all anyway. */
const ROWS = 200;
const FILES = 1_000;
const FOLDER = `acme/large${'/a'.repeat(438)}`;
const KEYS = Array.from({ length: FILES }, (_, index) => `${FOLDER}/${String(index)}.tif`);
const ACTOR = { sponsorId: 'acme', userId: 'someone' };

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query("insert into projects (hash, sponsor_id, title, description) values ('p', 'acme', 'large', '')");
  await database.query(
    `insert into objects (blob, project_hash, path, size)
     select 'p/' || key, 'p', substr(key, length('acme/large/') + 1), 1 from unnest($1::text[]) as key`,
    [KEYS],
  );
});
afterAll(() => database.close());

async function listPaths(): Promise<string[]> {
  const { rows } = await database.query<{ path: string }>('select path from objects order by blob');
  return rows.map(({ path }) => path);
}

const next = (index: number): string => KEYS[(index + 1) % FILES] ?? '';

test('1,000 renames to each other’s names are one transaction with few statements, one of which changes the files', async () => {
  const before = await listPaths();
  const { use, counted } = countedDatabase(database);
  const moves = KEYS.map((from, index) => ({ from, to: next(index) }));
  expect((await moveFiles(counted, ACTOR, moves)).moved).toHaveLength(FILES);
  const after = await listPaths();
  expect(after).not.toEqual(before);
  expect(after.sort()).toEqual(before.sort());
  expect(use.transactions).toBe(1);
  // Locks, looks up the new places, and changes the files. Looks up the files and the 438 folders above them, and records the
  // events, 200 at a time.
  expect(use.inTransactions).toBeLessThanOrEqual(4 + Math.ceil(438 / ROWS) + (2 * FILES) / ROWS);
  expect(use.writes).toBe(1);
});

test('1,000 renames that are refused one after the other take few statements and no transaction', async () => {
  const before = await listPaths();
  const { use, counted } = countedDatabase(database);
  const moves = KEYS.slice(0, -1).map((from, index) => ({ from, to: next(index) }));
  expect((await moveFiles(counted, ACTOR, moves)).refused).toHaveLength(FILES - 1);
  expect(await listPaths()).toEqual(before);
  expect(use.transactions).toBe(0);
  expect(use.statements).toBeLessThan(30);
});

test('nothing is renamed if the client has gone before the transaction begins', async () => {
  const before = await listPaths();
  const client = new AbortController();
  const leaving: Database = {
    ...database,
    transaction(task) {
      client.abort(new Error('The client has gone.'));
      return database.transaction(task);
    },
  };
  const moves = KEYS.map((from, index) => ({ from, to: next(index) }));
  await expect(moveFiles(leaving, ACTOR, moves, client.signal)).rejects.toThrow('has gone');
  expect(await listPaths()).toEqual(before);
});

test('1,000 files are deleted, listed and restored 200 at a time, and others run in between', async () => {
  const { use, counted } = countedDatabase(database);
  expect(await deleteFiles(counted, ACTOR, KEYS)).toHaveLength(FILES);
  expect(await listPaths()).toEqual([]);
  const listing = countedDatabase(database);
  expect(await listDeletedFiles(listing.counted, { sponsorId: 'acme' }, FILES)).toHaveLength(FILES);
  expect(listing.use.statements).toBe(FILES / ROWS);
  expect((await restoreFiles(counted, ACTOR, KEYS)).restored).toHaveLength(FILES);
  expect(await listPaths()).toHaveLength(FILES);
  expect(use.transactions).toBe((2 * FILES) / ROWS);
  expect(use.largest).toBeLessThanOrEqual(ROWS);
});

test('1,000 renames to free names change the files in one statement', async () => {
  const { use, counted } = countedDatabase(database);
  const moves = KEYS.map((key) => ({ from: key, to: key.replace('.tif', ' new.tif') }));
  expect((await moveFiles(counted, ACTOR, moves)).moved).toHaveLength(FILES);
  expect(use.writes).toBe(1);
});
