import { deleteFiles, moveFiles, restoreFiles } from '../../server/src/database/fileChanges';
import type { Database, Queryable } from '../../server/src/database/sql';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { openTestDatabase } from '../support/testDatabase';

/** The most rows that a statement may write or look up. */
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
}, START_TIMEOUT_MS);
afterAll(() => database.close());

/** Counts the statements of transactions, and the rows of the largest one. */
function counted() {
  const use = { transactions: 0, statements: 0, largest: 0 };
  const rowsOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.length;
    return typeof value === 'string' && value.startsWith('[') ? (JSON.parse(value) as unknown[]).length : 1;
  };
  const counting = (counted: Queryable): Queryable => ({
    query(text, values = []) {
      use.statements += 1;
      use.largest = Math.max(use.largest, ...values.map(rowsOf));
      return counted.query(text, values);
    },
  });
  const counter: Database = {
    ...database,
    transaction(task) {
      use.transactions += 1;
      return database.transaction((transaction) => task(counting(transaction)));
    },
  };
  return { use, counter };
}

async function listPaths(): Promise<string[]> {
  const { rows } = await database.query<{ path: string }>('select path from objects order by blob');
  return rows.map(({ path }) => path);
}

const next = (index: number): string => KEYS[(index + 1) % FILES] ?? '';

test(
  '1,000 renames to each other’s names are one transaction of short statements',
  async () => {
    const before = await listPaths();
    const { use, counter } = counted();
    const moves = KEYS.map((from, index) => ({ from, to: next(index) }));
    expect((await moveFiles(counter, ACTOR, moves)).moved).toHaveLength(FILES);
    const after = await listPaths();
    expect(after).not.toEqual(before);
    expect(after.sort()).toEqual(before.sort());
    expect(use.transactions).toBe(1);
    expect(use.largest).toBeLessThanOrEqual(ROWS);
    expect(use.statements).toBeLessThan(60);
  },
  START_TIMEOUT_MS,
);

test(
  '1,000 renames that are refused one after the other change nothing and take few statements',
  async () => {
    const before = await listPaths();
    const { use, counter } = counted();
    const moves = KEYS.slice(0, -1).map((from, index) => ({ from, to: next(index) }));
    expect((await moveFiles(counter, ACTOR, moves)).refused).toHaveLength(FILES - 1);
    expect(await listPaths()).toEqual(before);
    expect(use.statements).toBeLessThan(30);
  },
  START_TIMEOUT_MS,
);

test('renames into too many folders are refused before anything is read', async () => {
  const { use, counter } = counted();
  const moves = KEYS.map((from, index) => ({ from, to: `acme/large/${String(index)}${'/b'.repeat(400)}/c` }));
  await expect(moveFiles(counter, ACTOR, moves)).rejects.toMatchObject({ status: 400 });
  expect(use.statements).toBe(0);
});

test(
  '1,000 files are deleted and restored in transactions between which others run',
  async () => {
    const { use, counter } = counted();
    expect(await deleteFiles(counter, ACTOR, KEYS)).toHaveLength(FILES);
    expect(await listPaths()).toEqual([]);
    expect((await restoreFiles(counter, ACTOR, KEYS)).restored).toHaveLength(FILES);
    expect(await listPaths()).toHaveLength(FILES);
    expect(use.transactions).toBe((2 * FILES) / ROWS);
    expect(use.largest).toBeLessThanOrEqual(ROWS);
  },
  START_TIMEOUT_MS,
);
