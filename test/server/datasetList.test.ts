import { listDatasets, listSponsorDatasets } from '../../server/src/database/projects/datasets';
import type { Database, Queryable } from '../../server/src/database/sql';
import { countedDatabase } from '../support/countedDatabase';
import { countRowsRead } from '../support/queryPlan';
import { openTestDatabase } from '../support/testDatabase';

/** More than two pages. */
const DATASETS = 240;
const DELETED = 20;
const PAGE = 100;
/** Projects of the sponsor without datasets. */
const EMPTY = 300;
/** Datasets of others. */
const FOREIGN = 3_000;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(`insert into projects (hash, sponsor_id, title, description, deleted_at)
    select md5('empty' || n), 'acme', 'empty ' || n, '', null::timestamptz from generate_series(1, ${String(EMPTY)}) n
    union all select 'large', 'acme', 'large', '', null
    union all select 'small', 'acme', 'small', '', null
    union all select 'gone', 'acme', 'gone', '', now()
    union all select 'foreign', 'globex', 'foreign', '', null;
  insert into datasets (hash, project_hash, name, description, sid, tissue_type, device, bit_depth, channels, attributes, deleted_at)
    select md5(project || n), project, case when n % 2 = 0 then 'Set ' else 'set ' end || lpad(n::text, 4, '0'), '', '', '', '', 16,
      '[{"num": 1, "name": "DAPI"}]', '{}', case when project = 'large' and n > ${String(DATASETS)} then now() end
    from (values ('large', ${String(DATASETS + DELETED)}), ('small', 3), ('gone', 3), ('foreign', ${String(FOREIGN)})) projects (project, datasets),
      lateral generate_series(1, datasets) n`);
});
afterAll(() => database.close());

const names = (): string[] =>
  Array.from({ length: DATASETS }, (_, index) => `et ${String(index + 1).padStart(4, '0')}`);

test('the datasets of a project are read in pages, between which others run, and listed by name in any case', async () => {
  const { counted, queries } = countedDatabase(database);
  const listed = await listDatasets(counted, 'large');
  expect(listed.map(({ dataset }) => dataset.slice(1))).toEqual(names());
  expect(queries.map(({ rows }) => rows)).toEqual([PAGE, PAGE, DATASETS + DELETED - 2 * PAGE]);
  expect(listed[0]).toMatchObject({ projectHash: 'large', bitDepth: 16, channels: [{ num: 1, name: 'DAPI' }] });
});

test('the datasets of a sponsor are read in pages, without those of deleted projects and other sponsors', async () => {
  const { counted, queries } = countedDatabase(database);
  const listed = await listSponsorDatasets(counted, 'acme');
  const inProject = (hash: string): string[] =>
    listed.filter(({ projectHash }) => projectHash === hash).map(({ dataset }) => dataset.slice(1));
  expect(inProject('large')).toEqual(names());
  expect(inProject('small')).toEqual(names().slice(0, 3));
  expect(listed).toHaveLength(DATASETS + 3);
  expect(queries.map(({ rows }) => rows)).toEqual([PAGE, PAGE, DATASETS + DELETED + 3 - 2 * PAGE]);
});

test('a dataset that is renamed while the datasets are read is listed once', async () => {
  let pages = 0;
  const renaming: Queryable = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      const result = await database.query<Row>(text, values);
      pages += 1;
      // The last name becomes the first one, and the first one the last.
      if (pages === 1) {
        await database.query("update datasets set name = 'a first name' where hash = md5('large240')");
        await database.query("update datasets set name = 'z last name' where hash = md5('large1')");
      }
      return result;
    },
  };
  const hashes = (await listDatasets(renaming, 'large')).map(({ datasetHash }) => datasetHash);
  expect(pages).toBe(3);
  expect(hashes).toHaveLength(DATASETS);
  expect(new Set(hashes).size).toBe(DATASETS);
});

test.each(['without', 'with'])('a page reads no datasets of other sponsors, %s statistics', async (words) => {
  if (words === 'with') await database.query('analyze');
  const { counted, queries } = countedDatabase(database);
  await listDatasets(counted, 'large');
  await listSponsorDatasets(counted, 'acme');
  expect(queries).toHaveLength(6);
  for (const query of queries) {
    // A page and its neighbours in the index, and the projects that have no datasets.
    expect(await countRowsRead(database, query)).toBeLessThanOrEqual(2 * PAGE + 2 * EMPTY);
  }
});
