import fc from 'fast-check';
import { adoptFolder, beginAdoption } from '../../server/src/database/files/adoption';
import { listDeletedFiles, removeExpiredFiles } from '../../server/src/database/files/deletedFiles';
import { deleteFiles, moveFiles, restoreFiles, type Move } from '../../server/src/database/files/fileChanges';
import { resolveTarget } from '../../server/src/database/files/objectPlaces';
import { placeObject } from '../../server/src/database/files/placeObject';
import { createDataset, EMPTY_DATASET_FORM } from '../../server/src/database/projects/datasets';
import { markDeleted } from '../../server/src/database/projects/deletedItems';
import { createProject } from '../../server/src/database/projects/projects';
import { versionsOfProjects } from '../../server/src/database/projects/projectVersions';
import type { Database } from '../../server/src/database/sql';
import { dataFolderOf } from '../../server/src/disk/dataFolder';
import { createObjectStore, type ObjectStore } from '../../server/src/objects/objectStore';
import { removeExpired, removePermanently } from '../../server/src/routes/deletions/removals';
import { newBlobKey, type BlobStore } from '../../server/src/storage/blobStore';
import { openTestStore } from '../support/testStore';
import { md5 } from '../support/uploadFile';

const ACTOR = { sponsorId: 'acme', userId: 'u' };
const NEVER = new AbortController().signal;

let store: Awaited<ReturnType<typeof openTestStore>>;
let database: Database;
let dataDir: string;
let blobs: BlobStore;
let objects: ObjectStore;
let projects = 0;

beforeAll(async () => {
  store = await openTestStore();
  ({ database, dataDir, blobs } = store);
  objects = createObjectStore(database, blobs);
});
afterAll(() => store.close());

/** Creates a project with a dataset `TC1` and files, whose contents are their paths. */
async function makeProject(...paths: string[]) {
  const title = `p${String((projects += 1))}`;
  const { projectHash } = await createProject(database, { sponsorId: 'acme', title, description: '' });
  const form = { ...EMPTY_DATASET_FORM, projectHash, sid: 'acme', dataset: 'TC1' };
  const { datasetHash } = await createDataset(database, form);
  const at = (path: string): string => `acme/${title}/${path}`;
  for (const path of paths) await objects.put(at(path), Buffer.from(path));
  /** Returns the contents of all files by their paths. */
  const contents = async (): Promise<Record<string, string | undefined>> => {
    const { objects: listed } = await objects.list(`acme/${title}`, { limit: 1_000 });
    return Object.fromEntries(listed.map(({ key, etag }) => [key.slice(at('').length), etag]));
  };
  const move = async (moves: readonly (readonly [from: string, to: string])[]) => {
    const { moved, refused } = await moveFiles(
      database,
      ACTOR,
      moves.map(([from, to]): Move => ({ from: at(from), to: at(to) })),
    );
    return {
      moved: moved.map(({ to }) => to.slice(at('').length)),
      refused: Object.fromEntries(refused.map(({ from, code }) => [from.slice(at('').length), code])),
    };
  };
  return { projectHash, datasetHash, title, at, contents, move };
}

/** Returns the expected contents of files that were put as `path`, by their current paths. */
const contentsOf = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, md5(content)]));

async function eventsOf(title: string): Promise<string[]> {
  const { rows } = await database.query<{ event: string }>(
    `select concat_ws(' ', action, object_type, object_name, details) as event from audit_log
     where object_name like 'acme/' || $1 || '/%' order by id`,
    [title],
  );
  return rows.map(({ event }) => event.replaceAll(`acme/${title}/`, ''));
}

test('a file that the server writes itself, such as sample data, has its MD5 as the ETag', async () => {
  const { contents } = await makeProject('sample.txt');
  expect(await contents()).toEqual({ 'sample.txt': md5('sample.txt') });
});

async function versionOf(projectHash: string): Promise<string | undefined> {
  return (await versionsOfProjects(database, [projectHash])).get(projectHash);
}

describe('deleting files', () => {
  test('hides them and changes the project’s version, until they are restored', async () => {
    const project = await makeProject('a', 'TC1/b', 'c');
    const { at } = project;
    const version = await versionOf(project.projectHash);
    expect(new Set(await deleteFiles(database, ACTOR, [at('a'), at('TC1/b'), at('none'), at('a')]))).toEqual(
      new Set([at('a'), at('TC1/b')]),
    );
    expect(await project.contents()).toEqual(contentsOf({ c: 'c' }));
    expect(await versionOf(project.projectHash)).not.toBe(version);
    const deleted = await listDeletedFiles(database, { sponsorId: 'acme' }, 100);
    expect(deleted).toMatchObject([
      { key: at('TC1/b'), size: 5 },
      { key: at('a'), size: 1 },
    ]);
    expect(await listDeletedFiles(database, { sponsorId: 'globex' }, 100)).toEqual([]);
    const { restored, refused } = await restoreFiles(database, ACTOR, [at('TC1/b'), at('a'), at('none')]);
    expect(new Set(restored)).toEqual(new Set([at('TC1/b'), at('a')]));
    expect(refused).toMatchObject([{ key: at('none'), code: 'NOT_FOUND' }]);
    expect(await project.contents()).toEqual(contentsOf({ a: 'a', 'TC1/b': 'TC1/b', c: 'c' }));
    expect(await versionOf(project.projectHash)).toBe(version);
    expect((await eventsOf(project.title)).sort()).toEqual([
      'delete file TC1/b',
      'delete file a',
      'restore file TC1/b',
      'restore file a',
    ]);
  });

  test('removes empty folders permanently', async () => {
    const { at, contents } = await makeProject('empty/', 'TC1/empty/', 'full/a');
    expect(new Set(await deleteFiles(database, ACTOR, [at('empty/'), at('TC1/empty/'), at('full/')]))).toEqual(
      new Set([at('empty/'), at('TC1/empty/')]),
    );
    expect(Object.keys(await contents())).toEqual(['full/a']);
    const deleted = await listDeletedFiles(database, { sponsorId: 'acme' }, 100);
    expect(deleted.filter(({ key }) => key.startsWith(at('')))).toEqual([]);
  });

  test('can be repeated for new files of the same name, of which the last one is restored', async () => {
    const { at, contents } = await makeProject('a');
    await deleteFiles(database, ACTOR, [at('a')]);
    await objects.put(at('a'), Buffer.from('second'));
    expect((await restoreFiles(database, ACTOR, [at('a')])).refused).toMatchObject([{ key: at('a'), code: 'EXISTS' }]);
    await deleteFiles(database, ACTOR, [at('a')]);
    await restoreFiles(database, ACTOR, [at('a')]);
    expect(await contents()).toEqual(contentsOf({ a: 'second' }));
  });

  test('does not restore them in the place of a folder', async () => {
    const { at } = await makeProject('a');
    await deleteFiles(database, ACTOR, [at('a')]);
    await objects.put(at('a/b'), Buffer.of(1));
    expect((await restoreFiles(database, ACTOR, [at('a')])).refused).toMatchObject([{ code: 'EXISTS' }]);
  });

  test('can be undone for files of a folder that becomes a dataset', async () => {
    const { at, contents, projectHash } = await makeProject('TC2/a');
    await deleteFiles(database, ACTOR, [at('TC2/a')]);
    const form = { ...EMPTY_DATASET_FORM, projectHash, sid: 'acme', dataset: 'TC2' };
    const { datasetHash } = await createDataset(database, form);
    await database.transaction((transaction) => beginAdoption(transaction, datasetHash));
    await adoptFolder(database, datasetHash);
    expect((await restoreFiles(database, ACTOR, [at('TC2/a')])).restored).toEqual([at('TC2/a')]);
    expect(await contents()).toEqual(contentsOf({ 'TC2/a': 'TC2/a' }));
  });

  test('finds neither the files of other sponsors nor those of deleted projects and datasets', async () => {
    const { at, projectHash, datasetHash } = await makeProject('a', 'TC1/b');
    expect(await deleteFiles(database, { ...ACTOR, sponsorId: 'globex' }, [at('a')])).toEqual([]);
    await markDeleted(database, 'dataset', datasetHash);
    expect(await deleteFiles(database, ACTOR, [at('TC1/b')])).toEqual([]);
    await markDeleted(database, 'project', projectHash);
    expect(await deleteFiles(database, ACTOR, [at('a')])).toEqual([]);
  });

  test('removes their contents after the time to restore, and with their project', async () => {
    const { at, projectHash, title } = await makeProject('old', 'TC1/recent', 'kept');
    const blobOf = async (path: string) => (await objects.find([at(path)])).get(at(path))?.blob ?? '';
    const [old, recent] = [await blobOf('old'), await blobOf('TC1/recent')];
    await deleteFiles(database, ACTOR, [at('old'), at('TC1/recent')]);
    const age = 'update deleted_objects set deleted_at = now() - make_interval(days => $2) where blob = $1';
    await database.query(age, [old, 31]);
    await database.query(age, [recent, 29]);
    await removeExpired({ database, blobs, folder: dataFolderOf(dataDir) }, 30, NEVER);
    expect([await blobs.has(old), await blobs.has(recent)]).toEqual([false, true]);
    expect((await eventsOf(title)).at(-1)).toMatch(/^delete permanently file old deleted at /);
    expect(await removeExpiredFiles(database, 30, 10)).toBe(false);
    await removePermanently(
      { database, blobs, folder: dataFolderOf(dataDir) },
      { kind: 'remove-project', hash: projectHash, sponsorId: 'acme' },
      (transaction) => markDeleted(transaction, 'project', projectHash),
    );
    expect(await blobs.has(recent)).toBe(false);
  });
});

describe('replaced files', () => {
  const replacedBy = (text: string): string => `replaced a file of ${String(text.length)} bytes, ETag ${md5(text)}`;

  test('replaced files are deleted files, which restoring swaps with the present ones, and swaps back', async () => {
    const { at, contents, title } = await makeProject('a', 'TC1/b');
    for (const path of ['a', 'TC1/b']) await objects.put(at(path), Buffer.from('new'));
    const keys = [at('a'), at('TC1/b')];
    expect((await restoreFiles(database, ACTOR, keys)).refused).toMatchObject([{ code: 'EXISTS' }, { code: 'EXISTS' }]);
    for (const expected of [
      { a: 'a', 'TC1/b': 'TC1/b' },
      { a: 'new', 'TC1/b': 'new' },
    ]) {
      expect((await restoreFiles(database, ACTOR, keys, { replace: true })).restored).toHaveLength(2);
      expect(await contents()).toEqual(contentsOf(expected));
      const deleted = await listDeletedFiles(database, { sponsorId: 'acme', deletedBy: 'u' }, 2);
      expect(deleted).toMatchObject([{ isReplaced: true }, { isReplaced: true }]);
      expect(new Set(deleted.map(({ key }) => key))).toEqual(new Set(keys));
    }
    expect((await eventsOf(title)).filter((event) => event.startsWith('restore file a'))).toEqual([
      `restore file a ${replacedBy('new')}`,
      `restore file a ${replacedBy('a')}`,
    ]);
  });

  test('of one key can be told apart by the act that has replaced them', async () => {
    const { at, contents } = await makeProject('a');
    for (const [act, body] of Object.entries({ first: 'second', second: 'third' })) {
      const place = await resolveTarget(database, at('a'));
      const content = { blob: newBlobKey(place.projectHash), size: body.length, etag: md5(body) };
      expect(
        await database.transaction((transaction) =>
          placeObject(transaction, place, content, { by: { userId: 'other', act } }),
        ),
      ).toMatchObject({ size: expect.any(Number) as number, etag: md5(act === 'first' ? 'a' : 'second') });
    }
    const deleted = await listDeletedFiles(database, { sponsorId: 'acme', deletedBy: 'other' }, 10);
    expect(deleted).toMatchObject([
      { key: at('a'), act: 'second', isReplaced: true },
      { key: at('a'), act: 'first', isReplaced: true },
    ]);
    const restore = (act: string) => restoreFiles(database, ACTOR, [at('a')], { act, replace: true });
    await restore('first');
    expect(await contents()).toEqual(contentsOf({ a: 'a' }));
    expect((await restore('first')).refused).toMatchObject([{ code: 'NOT_FOUND' }]);
    await restore('second');
    expect(await contents()).toEqual(contentsOf({ a: 'second' }));
  });

  test('replaced files are not restored in the place of a folder, or below a file', async () => {
    const { at, contents } = await makeProject('a', 'b/c');
    await deleteFiles(database, ACTOR, [at('a'), at('b/c')]);
    await objects.put(at('a/x'), Buffer.from('x'));
    await objects.put(at('b'), Buffer.from('y'));
    const { refused } = await restoreFiles(database, ACTOR, [at('a'), at('b/c')], { replace: true });
    expect(refused).toMatchObject([{ code: 'EXISTS' }, { code: 'EXISTS' }]);
    expect(await contents()).toEqual(contentsOf({ 'a/x': 'x', b: 'y' }));
  });

  test('lose their contents after the time to restore, and not before', async () => {
    const { at, title } = await makeProject('old', 'recent');
    const blobOf = async (path: string) => (await objects.find([at(path)])).get(at(path))?.blob ?? '';
    const [old, recent] = [await blobOf('old'), await blobOf('recent')];
    for (const path of ['old', 'recent']) await objects.put(at(path), Buffer.from('new'));
    const age = 'update deleted_objects set deleted_at = now() - make_interval(days => $2) where blob = $1';
    await database.query(age, [old, 31]);
    await database.query(age, [recent, 29]);
    await removeExpired({ database, blobs, folder: dataFolderOf(dataDir) }, 30, NEVER);
    const left = [await blobs.has(old), await blobs.has(recent), await blobs.has(await blobOf('old'))];
    expect(left).toEqual([false, true, true]);
    expect((await eventsOf(title)).at(-1)).toMatch(/^delete permanently file old replaced at /);
  });

  test('leave no trace if they are empty folders', async () => {
    const { at } = await makeProject('f/');
    await objects.put(at('f/'), Buffer.alloc(0));
    const deleted = await listDeletedFiles(database, { sponsorId: 'acme' }, 100);
    expect(deleted.filter(({ key }) => key === at('f/'))).toEqual([]);
  });
});

describe('moving files', () => {
  test('changes their names and folders, also across datasets of a project', async () => {
    const { contents, move, title, projectHash } = await makeProject('a', 'TC1/b', 'deep/c');
    const version = await versionOf(projectHash);
    expect(
      await move([
        ['a', 'TC1/deep/a'],
        ['TC1/b', 'b'],
        ['deep/c', 'deep/d'],
      ]),
    ).toEqual({ moved: ['TC1/deep/a', 'b', 'deep/d'], refused: {} });
    expect(await contents()).toEqual(contentsOf({ 'TC1/deep/a': 'a', b: 'TC1/b', 'deep/d': 'deep/c' }));
    expect(await versionOf(projectHash)).not.toBe(version);
    expect(await eventsOf(title)).toEqual([
      'rename file TC1/deep/a from a',
      'rename file b from TC1/b',
      'rename file deep/d from deep/c',
    ]);
  });

  test('lets files swap names, in cycles and chains, and become folders', async () => {
    const { contents, move } = await makeProject('a', 'b', 'c', 'd', 'e');
    const { refused } = await move([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['d', 'd/d'],
      ['e', 'd/e'],
    ]);
    expect(refused).toEqual({});
    expect(await contents()).toEqual(contentsOf({ a: 'c', b: 'a', c: 'b', 'd/d': 'd', 'd/e': 'e' }));
    await move([
      ['d/d', 'x'],
      ['d/e', 'd'],
    ]);
    expect(await contents()).toEqual(contentsOf({ a: 'c', b: 'a', c: 'b', x: 'd', d: 'e' }));
  });

  test('never overwrites, and refuses what depends on a refused move', async () => {
    const { contents, move } = await makeProject('a', 'b', 'c', 'folder/d', 'e');
    expect(
      await move([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'folder'],
        ['e', 'new'],
        ['folder/d', 'new'],
        ['none', 'other'],
      ]),
    ).toEqual({
      moved: ['new'],
      refused: { a: 'EXISTS', b: 'EXISTS', c: 'EXISTS', 'folder/d': 'EXISTS', none: 'NOT_FOUND' },
    });
    expect(await contents()).toEqual(contentsOf({ a: 'a', b: 'b', c: 'c', 'folder/d': 'folder/d', new: 'e' }));
  });

  test('refuses names in the place of datasets, below files and in other projects', async () => {
    const { at, contents, move } = await makeProject('a', 'b', 'c');
    const { at: elsewhere } = await makeProject('a');
    expect(
      await move([
        ['a', 'TC1'],
        ['b', 'c/b'],
      ]),
    ).toEqual({ moved: [], refused: { a: undefined, b: 'EXISTS' } });
    const { refused } = await moveFiles(database, ACTOR, [{ from: at('a'), to: elsewhere('x') }]);
    expect(refused).toMatchObject([{ from: at('a'), code: 'OTHER_PROJECT' }]);
    expect(await contents()).toEqual(contentsOf({ a: 'a', b: 'b', c: 'c' }));
  });

  test('keeps every file once and its content, whatever is moved', async () => {
    const all = ['a', 'b', 'f/a', 'f/b', 'TC1/a', 'TC1/f/a'];
    const project = await makeProject(...all);
    const path = fc.constantFrom('a', 'b', 'c', 'f', 'f/a', 'f/b', 'TC1', 'TC1/a', 'TC1/f', 'TC1/f/a', 'a/b');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(path, path), { minLength: 1, maxLength: 6 }), async (moves) => {
        const unique = [...new Map(moves).entries()];
        const before = await project.contents();
        const { moved, refused } = await project.move(unique);
        const after = await project.contents();
        expect(moved.length + Object.keys(refused).length).toBe(unique.length);
        expect(Object.values(after).sort()).toEqual(all.map(md5).sort());
        for (const [from, to] of unique) if (!(from in refused)) expect(after[to]).toBe(before[from]);
        const paths = Object.keys(after);
        for (const file of paths) expect(paths.filter((other) => other.startsWith(`${file}/`))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
