import { listProjects } from '../../server/src/database/projects/projects';
import type { Database, Queryable } from '../../server/src/database/sql';
import { countedDatabase } from '../support/countedDatabase';
import { openTestDatabase } from '../support/testDatabase';

/** More than two pages. */
const PROJECTS = 1_200;
const PAGE = 500;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(`insert into projects (hash, sponsor_id, title, description, deleted_at)
    select md5(n::text), 'acme', case when n % 2 = 0 then 'Title ' else 'title ' end || lpad(n::text, 4, '0'), '',
      case when n > ${String(PROJECTS)} then now() end
    from generate_series(1, ${String(PROJECTS)} + 100) n
    union all select 'other ' || n, case when n % 2 = 0 then 'abc' else 'zoo' end, 'other ' || n, '', null from generate_series(1, 20) n`);
});
afterAll(() => database.close());

const titles = (): string[] =>
  Array.from({ length: PROJECTS }, (_, index) => `itle ${String(index + 1).padStart(4, '0')}`);

test('the projects of a sponsor are read in pages, between which others run, and listed by title in any case', async () => {
  const { counted, queries } = countedDatabase(database);
  const listed = await listProjects(counted, 'acme');
  expect(listed.map(({ title }) => title.slice(1))).toEqual(titles());
  // With a hundred deleted ones.
  expect(queries.map(({ rows }) => rows)).toEqual([PAGE, PAGE, PROJECTS + 100 - 2 * PAGE]);
});

test('a project that is renamed while the projects are read is listed once', async () => {
  let pages = 0;
  const renaming: Queryable = {
    async query<Row>(text: string, values?: readonly unknown[]) {
      const result = await database.query<Row>(text, values);
      pages += 1;
      // The last title becomes the first one, and the first one the last.
      if (pages === 1) {
        await database.query("update projects set title = 'a first title' where hash = md5('1200')");
        await database.query("update projects set title = 'z last title' where hash = md5('1')");
      }
      return result;
    },
  };
  const hashes = (await listProjects(renaming, 'acme')).map(({ projectHash }) => projectHash);
  expect(hashes).toHaveLength(PROJECTS);
  expect(new Set(hashes).size).toBe(PROJECTS);
});
