import { listLatestJobs } from '../../server/src/database/jobs/pipelineJobs';
import type { Database } from '../../server/src/database/sql';
import { countedDatabase } from '../support/countedDatabase';
import { countRowsRead } from '../support/queryPlan';
import { openTestDatabase } from '../support/testDatabase';

/** More than two pages. */
const DATASETS = 250;
const PAGE = 100;
const KINDS = 4;
/** Jobs that ended before the latest one, of each kind. */
const EARLIER = 20;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(`insert into projects (hash, sponsor_id, title, description)
    values ('large', 'acme', 'large', ''), ('other', 'acme', 'other', '');
  insert into datasets (hash, project_hash, name, description, sid, tissue_type, device, bit_depth, channels, attributes, deleted_at)
    select project || lpad(n::text, 4, '0'), project, n::text, '', '', '', '', 16, '[]', '{}', case when n = 1 then now() end
    from unnest(array['large', 'other']) project, generate_series(1, ${String(DATASETS)}) n;
  insert into pipeline_jobs (id, dataset_hash, kind, status, created_at)
    select hash || kind || n, hash, kind, case when n = 0 then 'DONE' else 'FAILED' end, now() - n * interval '1 hour'
    from datasets, unnest(array['pyramid', 'multimodel']) kind, generate_series(0, ${String(EARLIER)}) n
    where name <> '2'`);
});
afterAll(() => database.close());

async function listJobs() {
  const { counted, queries } = countedDatabase(database);
  const ids: string[] = [];
  for await (const { jobId } of listLatestJobs(counted, 'large')) ids.push(jobId);
  return { ids, queries };
}

test('the latest jobs of a project are read in pages of datasets, between which others run', async () => {
  const { ids, queries } = await listJobs();
  // The first dataset is deleted, and the second one has no jobs.
  const expected = Array.from({ length: DATASETS - 2 }, (_, index) => `large${String(index + 3).padStart(4, '0')}`);
  expect([...ids].sort()).toEqual(expected.flatMap((hash) => [`${hash}multimodel0`, `${hash}pyramid0`]));
  expect(queries.map(({ rows }) => rows)).toEqual([PAGE * KINDS, PAGE * KINDS, (DATASETS - 2 * PAGE) * KINDS]);
});

test.each(['without', 'with'])('a page reads few jobs but the latest ones, %s statistics', async (words) => {
  if (words === 'with') await database.query('analyze');
  const { queries } = await listJobs();
  expect(queries).toHaveLength(3);
  for (const query of queries) {
    // There are 4,200 jobs of a page.
    expect(await countRowsRead(database, query)).toBeLessThanOrEqual(10 * PAGE);
  }
});
