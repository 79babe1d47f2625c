import { listEvents, pruneEvents, recordEvent } from '../../server/src/database/auditLog';
import type { Database } from '../../server/src/database/sql';
import { START_TIMEOUT_MS } from '../support/startBackend';
import { openTestDatabase } from '../support/testDatabase';

const NEVER = new AbortController().signal;

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
}, START_TIMEOUT_MS);
afterAll(() => database.close());

/** Returns the names of the events in each page of an export. */
async function pagesOf(sponsorId: string, pageRows: number): Promise<(string | null)[][]> {
  const period = { from: new Date(0), to: new Date(Date.now() + 60_000) };
  const pages: (string | null)[][] = [];
  for await (const rows of listEvents(database, sponsorId, period, pageRows)) {
    pages.push(rows.map(({ object_name: name }) => name));
  }
  return pages;
}

test('the audit log is read in pages, although many events happen in the same millisecond', async () => {
  await database.transaction(async (transaction) => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await recordEvent(transaction, { sponsorId: 'acme' }, { action: 'upload', type: 'file', name });
    }
  });
  expect(await pagesOf('acme', 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(await pagesOf('globex', 2)).toEqual([]);
});

test('an event is not recorded if the transaction of its change fails', async () => {
  const change = database.transaction(async (transaction) => {
    await recordEvent(transaction, { sponsorId: 'initech' }, { action: 'create', type: 'project', name: 'p' });
    throw new Error('failed');
  });
  await expect(change).rejects.toThrow('failed');
  expect(await pagesOf('initech', 2)).toEqual([]);
});

test('old events are removed in batches', async () => {
  await database.query(
    `insert into audit_log (sponsor_id, action, object_type, object_name, at)
     select 'umbrella', 'upload', 'file', 'old', now() - interval '31 days' from generate_series(1, 5001)`,
  );
  await recordEvent(database, { sponsorId: 'umbrella' }, { action: 'upload', type: 'file', name: 'new' });
  await pruneEvents(database, 30, NEVER);
  expect(await pagesOf('umbrella', 10)).toEqual([['new']]);
});
