import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '../../server/src/dataLock';
import { StartupError } from '../../server/src/errors';

let dataDir: string;
let lock: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-manager-'));
  lock = join(dataDir, 'server.pid');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('lockDataFolder', () => {
  it('creates the folder and a lock with the id of this process, and removes the lock when it is released', async () => {
    const folder = join(dataDir, 'new');
    const release = lockDataFolder(folder);
    expect(await readFile(join(folder, 'server.pid'), 'utf8')).toBe(`${String(process.pid)}\n`);
    release();
    expect(existsSync(join(folder, 'server.pid'))).toBe(false);
  });

  it('rejects a folder that another running server uses', async () => {
    await writeFile(lock, `${String(process.ppid)}\n`);
    expect(() => lockDataFolder(dataDir)).toThrow(StartupError);
    expect(() => lockDataFolder(dataDir)).toThrow(/in use by another Data Manager .* DATA_DIR/);
    expect(await readFile(lock, 'utf8')).toBe(`${String(process.ppid)}\n`);
  });

  it('takes over the lock of a server that no longer runs', async () => {
    await writeFile(lock, '4194999\n');
    lockDataFolder(dataDir)();
    expect(existsSync(lock)).toBe(false);
  });

  it('rejects a folder that can’t be written', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, 'kept');
    expect(() => lockDataFolder(join(file, 'data'))).toThrow(/data folder .* can't be written .* DATA_DIR/);
    expect(await readFile(file, 'utf8')).toBe('kept');
  });
});
