import { pruneEndedJobs } from '../../server/src/database/jobs/endedJobs';
import { versionsOfProjects } from '../../server/src/database/projects/projectVersions';
import type { Database } from '../../server/src/database/sql';
import { createProjectSummaries } from '../../server/src/routes/projects/projectSummaries';
import type { Services } from '../../server/src/routes/services';
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
});
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
  });

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

  test('the versions of projects are found with one query for every 100 projects, and one for every 1,000 files of a large project', async () => {
    const { versions, queries } = await readVersions();
    expect([...versions.keys()]).toEqual(['p1', 'p2']);
    expect(queries).toBe(3 + 7 + 7);
  });

  test.each([
    [large, 'the last file outside of datasets', "path = '9999.tif'"],
    [large, 'the last file in a dataset', "path = '9998.tif' and dataset_hash is not null"],
    [small, 'a file', "path = '1.tif' and project_hash = 'p2'"],
  ])('changes the version of %s when %s is renamed', async (hash, _file, condition) => {
    const { versions: before } = await readVersions();
    await database.query(`update objects set path = path || '.old' where ${condition}`);
    const { versions: after } = await readVersions();
    const changed = [...after].filter(([each, version]) => before.get(each) !== version);
    expect(changed.map(([each]) => each)).toEqual([hash]);
  });
});

describe('the summaries of a sponsor with 1,200 projects', () => {
  const hashes = Array.from({ length: 1_200 }, (_, index) => `m${String(index)}`);
  const list = jest.fn((path: string) =>
    Promise.resolve({
      objects: [{ key: `${path}/a.txt`, blob: path, size: 1, lastModified: '2030-01-02T03:04:05.000Z' }],
    }),
  );

  beforeAll(async () => {
    await database.query(
      `insert into projects (hash, sponsor_id, title, description, folded)
       select hash, 'many', hash, '', hash from unnest($1::text[]) hash`,
      [hashes],
    );
  });

  async function giveFiles(projects: readonly string[]) {
    await database.query(
      `insert into objects (blob, project_hash, path, size)
       select hash || '/a', hash, 'a.txt', 1 from unnest($1::text[]) hash on conflict do nothing`,
      [projects],
    );
  }

  async function summarize(): Promise<{ readonly files: number; readonly listed: number }> {
    list.mockClear();
    const summaries = await summarizeProjects('many', new AbortController().signal);
    expect(Object.keys(summaries)).toHaveLength(hashes.length);
    return {
      files: Object.values(summaries).reduce((sum, { files }) => sum + files, 0),
      listed: list.mock.calls.length,
    };
  }

  const summarizeProjects = createProjectSummaries({
    get database() {
      return database;
    },
    objects: { list },
    imageChecks: { problemOf: () => Promise.resolve(undefined) },
  } as unknown as Services);

  test('lists the files of each project with files once for the summaries, until they change', async () => {
    await giveFiles(hashes.slice(0, 3));
    expect(await summarize()).toEqual({ files: 3, listed: 3 });
    await giveFiles(hashes);
    expect(await summarize()).toEqual({ files: 1_200, listed: 1_197 });
    expect(await summarize()).toEqual({ files: 1_200, listed: 0 });
  });

  test('ends with the first project after the client of the summaries has gone', async () => {
    await giveFiles(hashes);
    const summaries = createProjectSummaries({ database, objects: { list } } as unknown as Services);
    const client = new AbortController();
    list.mockClear();
    list.mockImplementationOnce(() => {
      client.abort(new Error('The client has gone.'));
      return Promise.resolve({ objects: [] });
    });
    await expect(summaries('many', client.signal)).rejects.toThrow('has gone');
    expect(list).toHaveBeenCalledTimes(1);
  });
});
