import { listActivity } from '../../server/src/database/activity/activity';
import type { Database } from '../../server/src/database/sql';
import { countedDatabase } from '../support/countedDatabase';
import { openTestDatabase } from '../support/testDatabase';

/** Requests that rename 150 files each, so that most pages end in the middle of one. */
const REQUESTS = 5;
const FILES = 150;
const PAGE = 200;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  // The events of a request have the same time.
  await database.query(`insert into audit_log (at, sponsor_id, user_id, request_id, action, object_type, object_name)
    select now() - request * interval '1 minute', 'acme', case when request = 1 then 'one' else 'other' end, request::text,
      'rename', 'file', request || '/' || file
    from generate_series(1, ${String(REQUESTS)}) request, generate_series(1, ${String(FILES)}) file
    order by request, file`);
});
afterAll(() => database.close());

const listed = (requests: readonly number[]) =>
  requests.map((request) => [`${String(request)}/${String(FILES)}`, FILES]);

async function list(userId: string | undefined, limit: number) {
  const { counted, queries } = countedDatabase(database);
  const items = await listActivity(counted, { sponsorId: 'acme', userId }, limit);
  const pages = queries.filter(({ text }) => text.includes("object_type = 'file'")).map(({ rows }) => rows);
  return { items: items.map(({ name, count, isCut }) => [name, count, ...(isCut ? ['or more'] : [])]), pages };
}

test('the activity is read in pages, between which others run, and a request that is on two pages is one item', async () => {
  const { items, pages } = await list(undefined, 5_000);
  expect(items).toEqual(listed([1, 2, 3, 4, 5]));
  expect(pages).toEqual([PAGE, PAGE, PAGE, REQUESTS * FILES - 3 * PAGE]);
});

test('the activity of one user is read in pages', async () => {
  const { items, pages } = await list('other', 5_000);
  expect(items).toEqual(listed([2, 3, 4, 5]));
  expect(pages).toEqual([PAGE, PAGE, PAGE, 0]);
});

test('the files of a large upload displace nothing else', async () => {
  await database.query(`insert into audit_log (at, sponsor_id, user_id, action, object_type, object_name)
    values (now() - interval '1 day', 'globex', 'one', 'start', 'job', 'globex/a/b')`);
  await database.query(`insert into audit_log (sponsor_id, user_id, action, object_type, object_name)
    select 'globex', 'one', 'upload', 'file', 'globex/a/b/' || file from generate_series(1, 300) file`);
  const items = await listActivity(database, { sponsorId: 'globex', userId: undefined }, 250);
  expect(items.map(({ action, count }) => [action, count])).toEqual([
    ['upload', 250],
    ['start', 1],
  ]);
});

test('no more events of the activity are read than asked for', async () => {
  const { items, pages } = await list(undefined, 250);
  expect(items).toEqual([
    ['1/150', FILES],
    ['2/150', 100, 'or more'],
  ]);
  expect(pages).toEqual([PAGE, 50]);
});
