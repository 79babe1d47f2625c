import {
  adoptFolder,
  beginAdoption,
  requireSettled,
  resumeAdoptions,
  UnsettledFolderError,
  whenSettled,
} from '../../server/src/database/files/adoption';
import { listDeletedFiles } from '../../server/src/database/files/deletedFiles';
import { deleteFiles, moveFiles, restoreFiles } from '../../server/src/database/files/fileChanges';
import { createDataset, EMPTY_DATASET_FORM } from '../../server/src/database/projects/datasets';
import { createProject } from '../../server/src/database/projects/projects';
import type { Database } from '../../server/src/database/sql';
import { createObjectStore, type ObjectStore } from '../../server/src/objects/objectStore';
import { Uploads } from '../../server/src/objects/uploads';
import { multipartChecksum } from '../../server/src/storage/parts';
import { countedDatabase } from '../support/countedDatabase';
import { folderBlobs } from '../support/folderBlobs';
import { openTestStore } from '../support/testStore';
import { md5 } from '../support/uploadFile';

const ACTOR = { sponsorId: 'acme', userId: 'u' };
/** Files that one transaction moves. */
const BATCH = 100;

let store: Awaited<ReturnType<typeof openTestStore>>;
let database: Database;
let dataDir: string;
let objects: ObjectStore;
let projects = 0;

beforeAll(async () => {
  store = await openTestStore();
  ({ database, dataDir } = store);
  objects = createObjectStore(database, store.blobs);
});
afterAll(() => store.close());

/** Creates a project with files in the folder `TC1`, and then a dataset with its name whose adoption has begun. */
async function makeUnsettled(files: number, deleted = 0) {
  const title = `p${String((projects += 1))}`;
  const { projectHash } = await createProject(database, { sponsorId: 'acme', title, description: '' });
  const at = (path: string): string => `acme/${title}/${path}`;
  await database.query(
    `insert into objects (blob, project_hash, path, size, etag)
     select $1 || '/' || n, $1, 'TC1/' || n, 1, n::text from generate_series(1, $2::int) n`,
    [projectHash, files],
  );
  // All of them have the same key: they were deleted one after the other.
  await database.query(
    `insert into deleted_objects (blob, sponsor_id, project_hash, path, size, modified_at, deleted_at)
     select $1 || '/d' || n, 'acme', $1, 'TC1/deleted', n, now(), now() - n * interval '1 second'
     from generate_series(1, $2::int) n`,
    [projectHash, deleted],
  );
  const form = { ...EMPTY_DATASET_FORM, projectHash, sid: 'acme', dataset: 'TC1' };
  const { datasetHash } = await createDataset(database, form);
  const hasFolder = await database.transaction((transaction) => beginAdoption(transaction, datasetHash));
  const listKeys = async (): Promise<string[]> => {
    const listed = await objects.list(at('TC1'), { limit: 1_000 });
    return listed.objects.map(({ key }) => key.slice(at('TC1/').length));
  };
  /** Counts the rows of files and of deleted files that are not in a dataset. */
  const countLoose = async (): Promise<number> => {
    const { rows } = await database.query(
      `select 1 from objects where project_hash = $1 and dataset_hash is null
       union all select 1 from deleted_objects where project_hash = $1 and dataset_hash is null`,
      [projectHash],
    );
    return rows.length;
  };
  return { at, projectHash, datasetHash, hasFolder, listKeys, countLoose };
}

/** Moves one batch, as a server that is killed then. */
async function interruptAdoption(datasetHash: string): Promise<void> {
  const stop = new AbortController();
  const stopping: Database = {
    ...database,
    transaction: (task) =>
      database.transaction(task).finally(() => {
        stop.abort();
      }),
  };
  await expect(adoptFolder(stopping, datasetHash, stop.signal)).rejects.toThrow();
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1)).sort();

test('the files of a folder are moved into its dataset in transactions of 100 rows, between which others run', async () => {
  const { datasetHash, countLoose, listKeys } = await makeUnsettled(950, 250);
  const { use, counted } = countedDatabase(database);
  await adoptFolder(counted, datasetHash);
  expect(await countLoose()).toBe(0);
  expect(await listKeys()).toEqual(numbers(950));
  // The second look at deleted files with the same key finds no more of them, and that at receipts none.
  expect(use.transactions).toBe(Math.ceil(950 / BATCH) + Math.floor(250 / BATCH) + 2);
  // And the one that removes the mark.
  expect(use.statements).toBe(2 * use.transactions + 1);
});

test('a dataset without a folder of its name is not marked, and nothing is moved', async () => {
  const { datasetHash, hasFolder } = await makeUnsettled(0);
  expect(hasFolder).toBe(false);
  const { use, counted } = countedDatabase(database);
  await expect(whenSettled(counted, () => requireSettled(counted, [datasetHash]))).resolves.toBeUndefined();
  expect(use.transactions).toBe(0);
});

describe('a dataset whose server was killed while it moved the files', () => {
  test('shows all files under their keys, once each, and the next sweep moves the rest', async () => {
    const { at, datasetHash, countLoose, listKeys } = await makeUnsettled(250, 3);
    await interruptAdoption(datasetHash);
    expect(await countLoose()).toBe(153);
    expect(await listKeys()).toEqual(numbers(250));
    expect((await objects.find(numbers(250).map((name) => at(`TC1/${name}`)))).size).toBe(250);
    const deleted = await listDeletedFiles(database, { sponsorId: 'acme' }, 1_000);
    expect(deleted.filter(({ key }) => key === at('TC1/deleted'))).toHaveLength(3);
    await resumeAdoptions(database, new AbortController().signal);
    expect(await countLoose()).toBe(0);
    expect(await listKeys()).toEqual(numbers(250));
  });

  test('replaces a file that was not moved yet by an upload with its key', async () => {
    const { at, datasetHash, countLoose, listKeys } = await makeUnsettled(250);
    await interruptAdoption(datasetHash);
    const blobs = { ...folderBlobs(dataDir), completeUpload: () => Promise.resolve({ size: 7 }) };
    const uploads = new Uploads(database, blobs, { openPerSponsor: 100 });
    const etag = md5('part');
    const key = at('TC1/99');
    const uploadId = await uploads.start(key);
    await uploads.complete({ key, uploadId }, [{ partNumber: 1, etag, checksum: etag }], multipartChecksum([etag]));
    expect(await listKeys()).toEqual(numbers(250));
    expect((await objects.find([key])).get(key)).toMatchObject({ size: 7 });
    expect(await countLoose()).toBe(0);
  });

  test('does not let a moved file take the key of one that was not moved yet', async () => {
    const { at, datasetHash, listKeys } = await makeUnsettled(250);
    await objects.put(at('other'), Buffer.of(1));
    await interruptAdoption(datasetHash);
    const moves = [{ from: at('other'), to: at('TC1/99') }];
    expect((await moveFiles(database, ACTOR, moves)).refused).toMatchObject([{ code: 'EXISTS' }]);
    expect(await listKeys()).toEqual(numbers(250));
  });

  test('deletes a file that was not moved yet, and restores it into the dataset', async () => {
    const { at, datasetHash, countLoose, listKeys } = await makeUnsettled(250);
    await interruptAdoption(datasetHash);
    const keys = [at('TC1/1'), at('TC1/99')];
    expect(new Set(await deleteFiles(database, ACTOR, keys))).toEqual(new Set(keys));
    expect(await listKeys()).toHaveLength(248);
    expect(new Set((await restoreFiles(database, ACTOR, keys)).restored)).toEqual(new Set(keys));
    expect(await listKeys()).toEqual(numbers(250));
    expect(await countLoose()).toBe(0);
  });

  test('is renamed or deleted only after the rest was moved', async () => {
    const { datasetHash, countLoose } = await makeUnsettled(250);
    await interruptAdoption(datasetHash);
    await expect(requireSettled(database, [datasetHash])).rejects.toThrow(UnsettledFolderError);
    const change = jest.fn(() => requireSettled(database, [datasetHash]));
    await whenSettled(database, change);
    expect(change).toHaveBeenCalledTimes(2);
    expect(await countLoose()).toBe(0);
  });
});
