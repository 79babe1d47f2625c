import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { link, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../common/errors';
import { diskErrorCode } from './durableFiles';

/*
 * Problem: two servers must not open one data folder, a killed server must not leave it locked, and containers can't tell by
 * process ids whether a server runs, because each container has its own.
 * Idea: the lock is a numbered entry in the folder `lock`: a Unix socket on which its server listens, from which the kernel refuses
 * connections once the process has ended. The next server creates the entry with the next number, which only one can do. The
 * highest number is never removed: a release replaces the socket by a file.
 * Cost: file systems without sockets get a file that its server keeps changing, so a new server waits to see whether it changes.
 */

export interface LockOptions {
  readonly usesSocket?: boolean;
  /** How often a server changes its file. */
  readonly beatMs?: number;
  /** The time after which a file that does not change belongs to a server that was killed. */
  readonly deadAfterMs?: number;
}

/**
 * Creates the data folder if needed and locks it against other servers on this machine, in containers or not.
 *
 * @returns A function that releases the lock. It is also released when the process ends.
 * @throws StartupError if the folder can't be written or another server uses it.
 */
export async function lockDataFolder(dataDir: string, options: LockOptions = {}): Promise<() => void> {
  const folder = join(dataDir, 'lock');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await mkdir(folder, { recursive: true });
    const release = await takeLock(folder, options);
    if (release !== undefined) return release;
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} can't be written (${diskErrorCode(error) ?? String(error)}). ` +
        'Grant this user write access, free some space, or choose another folder with DATA_DIR.',
    );
  }
  throw new StartupError(
    `The data folder ${dataDir} is in use by another Data Manager. Stop it, or choose another folder with DATA_DIR.`,
  );
}

const DEFAULTS = { usesSocket: process.platform !== 'win32', beatMs: 1_000, deadAfterMs: 10_000 } as const;

/** Resolves to undefined if another server has the lock. */
async function takeLock(folder: string, options: LockOptions): Promise<(() => void) | undefined> {
  const { usesSocket, beatMs, deadAfterMs } = { ...DEFAULTS, ...options };
  for (;;) {
    const last = await lastNumber(folder);
    if (last > 0 && (await isHeld(folder, String(last), deadAfterMs))) return undefined;
    const name = String(last + 1);
    const claim = usesSocket ? await claimWithSocket(folder, name) : 'unsupported';
    const end = claim === 'unsupported' ? await claimWithFile(folder, name, beatMs) : claim;
    if (end === undefined) continue;
    if ((await lastNumber(folder)) > last + 1) {
      // Other servers have taken and released the lock since the first read.
      end();
      await rm(join(folder, name), { force: true });
      continue;
    }
    for (const other of await readdir(folder)) if (other !== name) await rm(join(folder, other), { force: true });
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      process.off('exit', release);
      end();
      markReleased(folder, name);
    };
    process.once('exit', release);
    return release;
  }
}

async function lastNumber(folder: string): Promise<number> {
  return Math.max(0, ...(await readdir(folder)).filter((name) => /^\d{1,15}$/.test(name)).map(Number));
}

/** Content of an entry whose server has released it. */
const RELEASED = 'released';

async function isHeld(folder: string, name: string, deadAfterMs: number): Promise<boolean> {
  const path = join(folder, name);
  try {
    if ((await lstat(path)).isSocket()) return await isListening(folder, name);
    const before = await readFile(path, 'utf8');
    if (before === RELEASED) return false;
    await wait(deadAfterMs);
    return (await readFile(path, 'utf8')) !== before;
  } catch (error) {
    // A newer server has removed it.
    if (diskErrorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

async function isListening(folder: string, name: string): Promise<boolean> {
  return withShortPath(folder, name, async (path) => {
    const socket = connect(path);
    try {
      await once(socket, 'connect');
      return true;
    } catch (error) {
      // Other errors, such as that of a full queue, come from a socket that is open.
      return diskErrorCode(error) !== 'ECONNREFUSED';
    } finally {
      socket.destroy();
    }
  });
}

/** Errors of file systems and systems without sockets or hard links, and of paths that are too long for them. */
const UNSUPPORTED: ReadonlySet<string | undefined> = new Set([
  'ENOTSUP',
  'EOPNOTSUPP',
  'EPERM',
  'EINVAL',
  'ENOSYS',
  'ENXIO',
]);

/** @returns A function that closes the socket; undefined if another server was faster. */
async function claimWithSocket(folder: string, name: string): Promise<(() => void) | 'unsupported' | undefined> {
  const temporary = randomBytes(8).toString('hex');
  let server: Server | undefined;
  try {
    const listening = (server = await withShortPath(folder, temporary, listen));
    // Linked after it listens, so that it never looks like that of a killed server.
    await link(join(folder, temporary), join(folder, name));
    return () => listening.close();
  } catch (error) {
    server?.close();
    const code = diskErrorCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') return undefined;
    if (UNSUPPORTED.has(code)) return 'unsupported';
    throw error;
  } finally {
    await rm(join(folder, temporary), { force: true });
  }
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  server.listen(path);
  await once(server, 'listening');
  return server;
}

/** Paths of sockets have at most 107 characters. */
async function withShortPath<Result>(
  folder: string,
  name: string,
  task: (path: string) => Promise<Result>,
): Promise<Result> {
  if (process.platform !== 'linux') return task(join(folder, name));
  const handle = openSync(folder, 'r');
  try {
    return await task(`/proc/self/fd/${String(handle)}/${name}`);
  } finally {
    closeSync(handle);
  }
}

/** @returns A function that stops changing the file; undefined if another server was faster. */
async function claimWithFile(folder: string, name: string, beatMs: number): Promise<(() => void) | undefined> {
  const path = join(folder, name);
  const beat = (flag: string): Promise<void> => writeFile(path, randomBytes(16).toString('hex'), { flag });
  try {
    await beat('wx');
  } catch (error) {
    if (diskErrorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  // If a write fails, for example on a full disk, the previous content stays in place.
  const timer = setInterval(() => void beat('r+').catch(() => undefined), beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Synchronous, because it also runs when the process exits. If it fails, the lock looks like that of a killed server. */
function markReleased(folder: string, name: string): void {
  try {
    const temporary = join(folder, randomBytes(8).toString('hex'));
    writeFileSync(temporary, RELEASED, { flag: 'wx' });
    renameSync(temporary, join(folder, name));
  } catch {
    // The folder was deleted.
  }
}
