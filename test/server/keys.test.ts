import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKeys } from '../../server/src/identity/keys';
import { dataFolderOf, prepareDataFolder, type DataFolder } from '../../server/src/objects/dataFolder';

let folder: DataFolder;
let path: string;

beforeEach(async () => {
  folder = dataFolderOf(await mkdtemp(join(tmpdir(), 'data-manager-')));
  await prepareDataFolder(folder);
  path = join(folder.keys, 'identity.json');
});
afterEach(() => rm(join(folder.objects, '..'), { recursive: true, force: true }));

describe('loadKeys', () => {
  test('returns the same keys to concurrent and later starts', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => loadKeys(folder)));
    expect(await loadKeys(folder)).toEqual(first);
    for (const other of others) expect(other).toEqual(first);
  });

  test('writes a file that only this user can read, without leftovers', async () => {
    await loadKeys(folder);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.keys)).toEqual(['identity.json']);
    expect(await readdir(folder.tmp)).toEqual([]);
  });

  test.each([0, 1, 100, -2])('rejects a file that was cut off at byte %d, and keeps it', async (length) => {
    await loadKeys(folder);
    const half = (await readFile(path, 'utf8')).slice(0, length);
    await chmod(path, 0o600);
    await writeFile(path, half);
    await expect(loadKeys(folder)).rejects.toThrow(/damaged.*Restore the file from a backup/);
    expect(await readFile(path, 'utf8')).toBe(half);
  });
});
