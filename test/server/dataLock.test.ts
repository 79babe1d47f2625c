import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '../../server/src/common/errors';
import { lockDataFolder, type LockOptions } from '../../server/src/disk/dataLock';
import { temporaryFolder } from '../support/temporaryFolder';

/** Short heartbeats, and no sockets, as on file systems that don't support them. */
const WITHOUT_SOCKETS: LockOptions = { usesSocket: false, beatMs: 20, deadAfterMs: 200 };
const IN_USE = /in use by another Data Manager.* DATA_DIR/;

let dataDir: string;
const cleanup: (() => unknown)[] = [];

beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(async () => {
  for (const step of cleanup.splice(0)) await step();
});

async function lock(options?: LockOptions): Promise<() => void> {
  const release = await lockDataFolder(dataDir, options);
  cleanup.push(release);
  return release;
}

/** Locks the folder in another process. */
async function lockElsewhere(command: string, ...args: readonly string[]): Promise<ChildProcess> {
  const script = `import { lockDataFolder } from '${resolve('server/src/disk/dataLock.ts')}';
    await lockDataFolder(process.env.DATA_DIR);
    console.log('locked');
    setInterval(() => undefined, 1000);`;
  const child = spawn(command, [...args, process.execPath, '--import', 'tsx', '--input-type=module', '-e', script], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanup.push(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** Resolves when the process and its children have closed their files. */
async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

const NAMESPACES = ['unshare', '--pid', '--net', '--mount', '--fork', '--kill-child', '--mount-proc'] as const;
const canUnshare = spawnSync(NAMESPACES[0], [...NAMESPACES.slice(1), 'true']).status === 0;

describe('lockDataFolder', () => {
  it('creates the folder, and rejects a second server until the first one releases it', async () => {
    dataDir = join(dataDir, 'new');
    const release = await lock();
    await expect(lock()).rejects.toThrow(StartupError);
    await expect(lock()).rejects.toThrow(IN_USE);
    release();
    await lock();
  });

  (canUnshare ? it : it.skip)(
    'rejects the folder of a server in another container, and locks it at once when that server was killed',
    async () => {
      const child = await lockElsewhere(...NAMESPACES);
      await expect(lock()).rejects.toThrow(IN_USE);
      await kill(child);
      await lock();
    },
  );

  it('rejects the folder of a server that is suspended', async () => {
    const child = await lockElsewhere('env');
    child.kill('SIGSTOP');
    await expect(lock()).rejects.toThrow(IN_USE);
  });

  it('lets only one of many servers lock a folder at the same time, also if the last one was killed', async () => {
    for (const state of ['new', 'killed']) {
      if (state === 'killed') {
        const child = await lockElsewhere('env');
        await kill(child);
      }
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lock()));
      const held = attempts.filter(({ status }) => status === 'fulfilled');
      expect(held).toHaveLength(1);
      for (const step of cleanup.splice(0)) await step();
    }
  });

  it('leaves only a file that can be copied when it is released', async () => {
    (await lock())();
    const [name = '', ...others] = await readdir(join(dataDir, 'lock'));
    expect(others).toEqual([]);
    expect((await lstat(join(dataDir, 'lock', name))).isFile()).toBe(true);
    await cp(dataDir, `${dataDir}-copy`, { recursive: true });
    await rm(`${dataDir}-copy`, { recursive: true });
  });

  it('locks folders with paths that are too long for sockets', async () => {
    dataDir = join(dataDir, 'long'.repeat(50));
    await lock();
    const [name = ''] = await readdir(join(dataDir, 'lock'));
    expect((await lstat(join(dataDir, 'lock', name))).isSocket()).toBe(true);
    await expect(lock()).rejects.toThrow(IN_USE);
  });

  it('rejects a folder that can’t be written', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, 'kept');
    await expect(lockDataFolder(join(file, 'data'))).rejects.toThrow(/data folder .* can't be written .* DATA_DIR/);
    expect(await readFile(file, 'utf8')).toBe('kept');
  });
});

describe('lockDataFolder on a file system without sockets', () => {
  it('rejects a folder whose server renews its lock', async () => {
    const release = await lock(WITHOUT_SOCKETS);
    await expect(lock(WITHOUT_SOCKETS)).rejects.toThrow(IN_USE);
    release();
    await lock(WITHOUT_SOCKETS);
  });

  it('locks the folder of a server that was killed after a short wait', async () => {
    await mkdir(join(dataDir, 'lock'));
    await writeFile(join(dataDir, 'lock', '7'), 'heartbeat');
    await lock(WITHOUT_SOCKETS);
    expect(await readdir(join(dataDir, 'lock'))).toEqual(['8']);
  });
});
