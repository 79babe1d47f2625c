import type { Database } from '../../server/src/database/sql';
import { createQuota } from '../../server/src/objects/quota';
import { countedDatabase } from '../support/countedDatabase';
import { countRowsRead } from '../support/queryPlan';
import { openTestDatabase } from '../support/testDatabase';

const FILES = 20_000;
const PROJECTS = 101;

/** Gives `acme` a hundred projects, two of which have 20 files each, and `globex` one with thousands. */
const FILL = `
insert into projects (hash, sponsor_id, title, description)
  select 'a' || n, 'acme', 'own ' || n, '' from generate_series(1, 100) n
  union all select 'g', 'globex', 'other', '';
insert into objects (blob, project_hash, path, size)
  select 'g/' || n, 'g', n || '.tif', 1000 from generate_series(1, ${String(FILES)}) n
  union all select project || '/' || n, project, n || '.tif', 1 from generate_series(1, 20) n, unnest(array['a1', 'a2']) project;
insert into deleted_objects (blob, project_hash, path, size, modified_at)
  select replace(blob, '/', '/deleted'), project_hash, path, size, now() from objects;
insert into discarded_blobs (blob, size, remove_after)
  select replace(blob, '/', '/discarded'), size, now() from objects;
insert into uploads (id, sponsor_id, key, project_hash, path, blob, stored_bytes)
  select blob, sponsor_id, '', project_hash, 'new ' || path, replace(blob, '/', '/new'), size
  from objects join projects on projects.hash = project_hash;
`;

const KEPT_BYTES = 3 * 40;
const DISCARDED_BYTES = 40;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(FILL);
});
afterAll(() => database.close());

/** Returns whether a file of a byte fits into a quota of `acme`, and the queries of the check. */
async function check(quotaBytes: number) {
  const { counted, queries } = countedDatabase(database);
  const quota = createQuota(counted, quotaBytes, () => Promise.resolve());
  const file = { sponsorId: 'acme', bytes: 1, sizeOfReplaced: () => Promise.resolve(0) };
  const fits = await quota
    .reserve(file, () => Promise.resolve())
    .then(
      () => true,
      () => false,
    );
  return { fits, queries };
}

test('a quota counts files, deleted files and uploads of the sponsor, and no one else’s', async () => {
  expect((await check(KEPT_BYTES + 1)).fits).toBe(true);
  expect((await check(KEPT_BYTES)).fits).toBe(false);
});

/** Returns the most rows that a query of a check reads. */
async function countMostRows(): Promise<number> {
  const { queries } = await check(1_000 * KEPT_BYTES);
  expect(queries.some(({ text }) => text.includes('discarded_blobs'))).toBe(true);
  const rows: number[] = [];
  for (const query of queries) rows.push(await countRowsRead(database, query));
  return Math.max(...rows);
}

test('the check of a quota reads no files of other sponsors, with and without statistics', async () => {
  // So few projects are read together. Each of the sponsor’s own rows has a byte.
  expect(await countMostRows()).toBeLessThanOrEqual(PROJECTS + KEPT_BYTES + DISCARDED_BYTES);
  await database.query('analyze');
  expect(await countMostRows()).toBeLessThanOrEqual(PROJECTS + KEPT_BYTES + DISCARDED_BYTES);
});

test('the check of a quota reads no files of another sponsor who has all of them', async () => {
  for (const table of ['objects', 'deleted_objects', 'uploads']) {
    await database.query(`delete from ${table} where project_hash <> 'g'`);
  }
  await database.query("delete from discarded_blobs where split_part(blob, '/', 1) <> 'g'");
  await database.query('analyze');
  expect(await countMostRows()).toBeLessThanOrEqual(PROJECTS);
});
