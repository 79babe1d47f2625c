import { listEvents, pruneEvents, recordEvent } from '../../server/src/database/activity/auditLog';
import { placeObject } from '../../server/src/database/files/placeObject';
import { recordRemoval } from '../../server/src/database/jobs/pendingWork';
import { createDataset, EMPTY_DATASET_FORM } from '../../server/src/database/projects/datasets';
import { listDeleted, restoreDeleted } from '../../server/src/database/projects/deletedItems';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf, prepareDataFolder } from '../../server/src/disk/dataFolder';
import { removeExpired } from '../../server/src/routes/deletions/removals';
import { newBlobKey } from '../../server/src/storage/blobStore';
import { folderBlobs } from '../support/folderBlobs';
import { temporaryFolder } from '../support/temporaryFolder';
import { openTestDatabase } from '../support/testDatabase';

const NEVER = new AbortController().signal;

let database: Database;

let stored: Parameters<typeof removeExpired>[0];

beforeAll(async () => {
  database = await openTestDatabase();
  const folder = dataFolderOf(await temporaryFolder());
  await prepareDataFolder(folder);
  stored = { database, folder, blobs: folderBlobs(folder.root) };
});
afterAll(() => database.close());

/** Returns the names of the events in each page of an export. */
async function pagesOf(sponsorId: string, pageRows: number): Promise<(string | undefined)[][]> {
  const period = { from: new Date(0), to: new Date(Date.now() + 60_000) };
  const pages: (string | undefined)[][] = [];
  for await (const rows of listEvents(database, sponsorId, period, pageRows)) {
    pages.push(rows.map(({ name }) => name));
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

test('old events are removed in batches, and old receipts with them', async () => {
  await database.query(
    `insert into audit_log (sponsor_id, action, object_type, object_name, at)
     select 'umbrella', 'upload', 'file', 'old', now() - interval '31 days' from generate_series(1, 5001)`,
  );
  await recordEvent(database, { sponsorId: 'umbrella' }, { action: 'upload', type: 'file', name: 'new' });
  await database.query(
    `insert into receipts (blob, chain, sponsor_id, project_hash, path, key, size, checksum, parts, completed_at)
     select 'b' || days, '', 'umbrella', '', '', '', 1, '', '[]', now() - make_interval(days => days)
     from generate_series(29, 31) days`,
  );
  await pruneEvents(database, 30, NEVER);
  expect(await pagesOf('umbrella', 10)).toEqual([['new']]);
  expect((await database.query('select blob from receipts')).rows).toEqual([{ blob: 'b29' }]);
});

describe('projects and datasets that were deleted', () => {
  const makeProject = (title: string) => createProject(database, { sponsorId: 'acme', title, description: '' });
  const age = (table: string, hash: string, days: number) =>
    database.query(`update ${table} set deleted_at = now() - make_interval(days => $2) where hash = $1`, [hash, days]);

  test('removes projects and datasets with their files after the time to restore, and not before', async () => {
    const old = await makeProject('old');
    const recent = await makeProject('recent');
    const kept = await makeProject('kept');
    const form = { ...EMPTY_DATASET_FORM, projectHash: kept.projectHash, sid: 'acme' };
    const oldDataset = await createDataset(database, { ...form, dataset: 'old' });
    const keptDataset = await createDataset(database, { ...form, dataset: 'kept' });
    const { datasetHash } = oldDataset;
    const place = { projectHash: kept.projectHash, datasetHash, path: 'a.tif' };
    const blob = newBlobKey(kept.projectHash);
    await stored.blobs.put(blob, Buffer.from('content'));
    await database.transaction((transaction) => placeObject(transaction, place, { blob, size: 7 }));
    await age('projects', old.projectHash, 31);
    await age('projects', recent.projectHash, 29);
    await age('datasets', datasetHash, 31);

    const blobOfProject = newBlobKey(old.projectHash);
    const placeOfProject = { projectHash: old.projectHash, datasetHash: undefined, path: 'b.tif' };
    await database.transaction((transaction) =>
      placeObject(transaction, placeOfProject, { blob: blobOfProject, size: 7 }),
    );
    const remove = jest.spyOn(stored.blobs, 'remove');
    await removeExpired(stored, 30, NEVER);
    // The files of everything that expired at the same time.
    expect(remove.mock.calls.map(([blobs]) => new Set(blobs))).toEqual([new Set([blob, blobOfProject])]);
    const projects = await database.query<{ hash: string }>('select hash from projects');
    expect(new Set(projects.rows.map(({ hash }) => hash))).toEqual(new Set([recent.projectHash, kept.projectHash]));
    const datasets = await database.query('select hash from datasets');
    expect(datasets.rows).toEqual([{ hash: keptDataset.datasetHash }]);
    expect(await stored.blobs.has(blob)).toBe(false);
    expect((await pagesOf('acme', 100)).flat()).toEqual(expect.arrayContaining(['old']));
  });

  test('restores and lists no project or dataset whose removal has started', async () => {
    const { projectHash } = await makeProject('removed');
    const { datasetHash } = await createDataset(database, {
      ...EMPTY_DATASET_FORM,
      projectHash,
      sid: 'acme',
      dataset: 'd',
    });
    await age('projects', projectHash, 1);
    await age('datasets', datasetHash, 1);
    expect(await listDeleted(database, { hash: projectHash }, 10)).toHaveLength(1);
    await recordRemoval(database, { kind: 'remove-project', hash: projectHash });
    expect(await listDeleted(database, { hash: projectHash }, 10)).toEqual([]);
    expect(await listDeleted(database, { hash: datasetHash }, 10)).toEqual([]);
    expect(await restoreDeleted(database, 'project', projectHash)).toBe(false);
  });
});
