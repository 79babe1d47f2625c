import { pruneEndedJobs } from '../../server/src/database/endedJobs';
import { versionsOfProjects } from '../../server/src/database/projectVersions';
import type { Database } from '../../server/src/database/sql';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { openTestDatabase } from '../support/testDatabase';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `insert into projects (hash, sponsor_id, title, description, folded)
     select 'p' || n, 'acme', 'project ' || n, '', 'project ' || n from generate_series(1, 250) n`,
  );
  await database.query(
    `insert into datasets (hash, project_hash, name, description, sid, tissue_type, device, bit_depth, channels, attributes,
       folded)
     values ('d', 'p1', 'TC1', '', '', '', '', 16, '[]', '{}', 'tc1')`,
  );
}, START_TIMEOUT_MS);
afterAll(() => database.close());

test('the latest ten ended jobs of each status are kept, and all that have not ended', async () => {
  await database.query(
    `insert into pipeline_jobs (id, dataset_hash, kind, status, updated_at)
     select status || n, 'd', 'pyramid', status, now() - n * interval '1 minute'
     from generate_series(1, 12) n, unnest(array['DONE', 'FAILED']) status
     union all select 'open', 'd', 'pyramid', 'QUEUED', now() - interval '1 year'`,
  );
  await pruneEndedJobs(database);
  const { rows } = await database.query<{ id: string }>('select id from pipeline_jobs');
  const kept = Array.from({ length: 10 }, (_, index) => [`DONE${String(index + 1)}`, `FAILED${String(index + 1)}`]);
  expect(rows.map(({ id }) => id).sort()).toEqual([...kept.flat(), 'open'].sort());
});

describe('the versions of projects', () => {
  const large = 'p1';
  const small = 'p2';

  beforeAll(async () => {
    await database.query(
      `insert into objects (blob, project_hash, dataset_hash, path, size)
       select 'p1/' || n, 'p1', case when n % 2 = 0 then 'd' end, n || '.tif', 1 from generate_series(1, 12000) n
       union all select 'p2/' || n, 'p2', null, n || '.tif', 1 from generate_series(1, 5) n`,
    );
  }, START_TIMEOUT_MS);

  /** Counts the queries, and returns the versions. */
  async function readVersions() {
    let queries = 0;
    const hashes = Array.from({ length: 250 }, (_, index) => `p${String(index + 1)}`);
    const versions = await versionsOfProjects(
      {
        query(text, values) {
          queries += 1;
          return database.query(text, values);
        },
      },
      hashes,
    );
    return { versions, queries };
  }

  test('are found with a query for each 100 projects and each 5,000 files of a large one', async () => {
    const { versions, queries } = await readVersions();
    expect(versions.size).toBe(250);
    expect(versions.get('p3')).toBe(versions.get('p4'));
    expect(queries).toBe(3 + 2 + 2);
  });

  test.each([
    [large, 'the last file outside of datasets', "path = '9999.tif'"],
    [large, 'the last file in a dataset', "path = '9998.tif' and dataset_hash is not null"],
    [small, 'a file', "path = '1.tif' and project_hash = 'p2'"],
  ])('that of %s changes when %s is renamed', async (hash, _file, condition) => {
    const { versions: before } = await readVersions();
    await database.query(`update objects set path = path || '.old' where ${condition}`);
    const { versions: after } = await readVersions();
    const changed = [...after].filter(([each, version]) => before.get(each) !== version);
    expect(changed.map(([each]) => each)).toEqual([hash]);
  });
});
