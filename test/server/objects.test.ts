import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { createFolderReader } from '../../server/src/objects/folderListing';
import { openFolderObjectStore } from '../../server/src/objects/folderObjectStore';
import type { ObjectStore, PageRequest } from '../../server/src/objects/objectStore';

let dataDir: string;
let objects: ObjectStore;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-manager-'));
  objects = await openFolderObjectStore(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function listAll(path: string, limit: number, leaveOut?: PageRequest['exclude']): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await objects.list(path, { cursor, limit, ...(leaveOut === undefined ? {} : { exclude: leaveOut }) });
    expect(page.objects.length).toBeLessThanOrEqual(limit);
    keys.push(...page.objects.map(({ key }) => key));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return keys;
}

/** Creates a folder of 1,200 files that was last changed a minute ago. */
async function largeFolder(): Promise<string> {
  const folder = join(dataDir, 'objects', 'acme', 'big');
  await mkdir(folder, { recursive: true });
  await Promise.all(Array.from({ length: 1_200 }, (_, index) => writeFile(join(folder, `f${String(index)}`), '')));
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(folder, aMinuteAgo, aMinuteAgo);
  return folder;
}

describe('the folder object store', () => {
  test('reads an object, or a range of it', async () => {
    await objects.put('acme/p/a.bin', Buffer.from('0123456789'));
    expect(await buffer(objects.read('acme/p/a.bin'))).toEqual(Buffer.from('0123456789'));
    expect(await buffer(objects.read('acme/p/a.bin', { start: 2, end: 4 }))).toEqual(Buffer.from('234'));
    expect(await objects.stat('acme/p/a.bin')).toMatchObject({ key: 'acme/p/a.bin', size: 10 });
    expect(await objects.stat('acme/p/b.bin')).toBeUndefined();
    expect(await objects.stat('acme/p')).toBeUndefined();
    expect(await objects.stat('acme/p/a.bin/c')).toBeUndefined();
  });

  test('lists objects sorted by key, with a dot before a slash', async () => {
    for (const key of ['a.tif', 'a/z', 'a-1/x', 'a0', 'B', 'ä', 'a/b/c'])
      await objects.put(`acme/p/${key}`, Buffer.of(1));
    const keys = await listAll('acme/p', 1_000);
    expect(keys).toEqual(['B', 'a-1/x', 'a.tif', 'a/b/c', 'a/z', 'a0', 'ä'].map((key) => `acme/p/${key}`));
  });

  test('lists an empty folder as a key that ends in a slash, except the requested folder', async () => {
    await objects.put('acme/p/empty/', Buffer.alloc(0));
    expect((await objects.list('acme/p', { limit: 10 })).objects).toEqual([
      { key: 'acme/p/empty/', size: 0, lastModified: expect.stringMatching(/^\d{4}-.*Z$/) as string },
    ]);
    expect(await listAll('acme/p/empty', 10)).toEqual([]);
    expect(await listAll('acme/nothing', 10)).toEqual([]);
  });

  test('pages contain every key once and in order, except excluded keys', async () => {
    const name = fc.constantFrom('a', 'a.', 'a-', 'a0', 'b', 'B', 'ü', '文');
    const keys = fc.uniqueArray(
      fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
      { maxLength: 25 },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(keys, fc.integer({ min: 1, max: 7 }), async (wanted, limit) => {
        run += 1;
        const path = `acme/run${String(run)}`;
        const put: string[] = [];
        for (const key of wanted) {
          // A name can't be a file and a folder at once: the second one is rejected.
          await objects.put(`${path}/${key}`, Buffer.of(1)).then(
            () => put.push(`${path}/${key}`),
            (error: unknown) => expect(error).toMatchObject({ status: 409 }),
          );
        }
        expect(await listAll(path, limit)).toEqual(put.sort());
        const isExcluded = (key: string): boolean => `${key}/`.startsWith(`${path}/a/`);
        expect(await listAll(path, limit, isExcluded)).toEqual(put.filter((key) => !isExcluded(key)));
      }),
      { numRuns: 40 },
    );
  });

  test('reads a large folder once, and again after it has changed', async () => {
    const folder = await largeFolder();
    const read = createFolderReader();
    const names = await read(folder);
    expect(await read(folder)).toBe(names);
    await writeFile(join(folder, 'new'), '');
    expect(await read(folder)).toEqual([...(names ?? []), 'new'].sort());
  });

  test('lists a new object in a large folder immediately', async () => {
    await largeFolder();
    expect(await listAll('acme/big', 1_000)).toHaveLength(1_200);
    await objects.put('acme/big/new', Buffer.of(1));
    expect(await listAll('acme/big', 1_000)).toContain('acme/big/new');
    await objects.remove('acme/big/f7');
    expect(await listAll('acme/big', 1_000)).not.toContain('acme/big/f7');
  });

  test('rejects a cursor of another listing', async () => {
    await objects.put('acme/p/a', Buffer.of(1));
    await objects.put('acme/p/b', Buffer.of(1));
    const { cursor } = await objects.list('acme/p', { limit: 1 });
    await expect(objects.list('acme/q', { cursor, limit: 1 })).rejects.toMatchObject({ status: 400 });
  });

  test('does not follow symbolic links', async () => {
    await objects.put('acme/p/a', Buffer.of(1));
    await symlink('/etc', join(dataDir, 'objects', 'acme', 'p', 'link'));
    expect(await listAll('acme/p', 10)).toEqual(['acme/p/a']);
  });

  test('rejects a file in place of a folder, and a folder in place of a file', async () => {
    await objects.put('acme/p/a/b', Buffer.of(1));
    const refusal = { status: 409, msg: expect.stringContaining('already exists') as string };
    await expect(objects.put('acme/p/a', Buffer.of(1))).rejects.toMatchObject(refusal);
    await expect(objects.put('acme/p/a/b/c', Buffer.of(1))).rejects.toMatchObject(refusal);
    await expect(objects.put('acme/p/a/b/', Buffer.of(1))).rejects.toMatchObject(refusal);
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  });

  test('moves a folder only to an unused path', async () => {
    await objects.put('acme/p/a', Buffer.of(1));
    await objects.put('acme/q/b', Buffer.of(1));
    await expect(objects.move('acme/p', 'acme/q')).rejects.toMatchObject({ status: 409 });
    await objects.move('acme/p', 'acme/r');
    await objects.move('acme/nothing', 'acme/s');
    expect(await listAll('acme', 10)).toEqual(['acme/q/b', 'acme/r/a']);
  });

  test('removes everything below a path and nothing else', async () => {
    await objects.put('acme/p/a/b', Buffer.of(1));
    await objects.put('acme/p2/c', Buffer.of(1));
    await objects.remove('acme/p');
    await objects.remove('acme/p');
    expect(await listAll('acme', 10)).toEqual(['acme/p2/c']);
  });

  test('removes unfinished files of a killed process when it is opened', async () => {
    await writeFile(join(dataDir, 'tmp', 'half'), 'half');
    await openFolderObjectStore(dataDir);
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  });
});
