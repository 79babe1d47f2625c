import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './errors';
import { diskErrorCode } from './objects/durableFiles';

const LOCK_FILE = 'server.pid';

function isAlive(pid: number): boolean {
  // In a container the server may get the same process id at every start, so its own id is a leftover.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return diskErrorCode(error) === 'EPERM';
  }
}

function readPid(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').trim());
  } catch (error) {
    if (diskErrorCode(error) === 'ENOENT') return Number.NaN;
    throw error;
  }
}

function inUse(dataDir: string, pid: number): StartupError {
  return new StartupError(
    `The data folder ${dataDir} is in use by another Data Manager (process ${pid}). Stop it, or choose another ` +
      `folder with DATA_DIR. If process ${pid} is a different program, delete ${join(dataDir, LOCK_FILE)}.`,
  );
}

function takeLock(dataDir: string): void {
  const path = join(dataDir, LOCK_FILE);
  for (;;) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx' });
      return;
    } catch (error) {
      if (diskErrorCode(error) !== 'EEXIST') throw error;
    }
    const holder = readPid(path);
    if (isAlive(holder)) throw inUse(dataDir, holder);
    // Of two servers that start together, only one can rename the stale file. Check the renamed file again: the other
    // server may have replaced it with its own lock.
    const stale = `${path}.${process.pid}.stale`;
    try {
      renameSync(path, stale);
    } catch (error) {
      if (diskErrorCode(error) === 'ENOENT') continue;
      throw error;
    }
    const moved = readPid(stale);
    if (isAlive(moved)) {
      renameSync(stale, path);
      throw inUse(dataDir, moved);
    }
    rmSync(stale, { force: true });
  }
}

/**
 * Creates the data folder if needed and locks it against other servers.
 *
 * @returns A function that releases the lock. It is also released when the process exits, unless it is killed.
 * @throws StartupError if the folder can't be written or another server uses it.
 */
export function lockDataFolder(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    takeLock(dataDir);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The data folder ${dataDir} can't be written (${diskErrorCode(error) ?? String(error)}). ` +
        'Grant this user write access, free some space, or choose another folder with DATA_DIR.',
    );
  }
  const release = (): void => {
    const path = join(dataDir, LOCK_FILE);
    if (readPid(path) === process.pid) rmSync(path, { force: true });
  };
  process.once('exit', release);
  return release;
}
