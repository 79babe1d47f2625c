import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './errors';
import { diskErrorCode } from './objects/durableFiles';

const LOCK_FILE = 'server.pid';

function isAlive(pid: number): boolean {
  // In a container the server may get the same process id at every start: its own id in the file is a leftover.
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
    `The data folder ${dataDir} is in use by another Data Manager (process ${pid}). Stop that one, or choose another ` +
      `folder with DATA_DIR. If process ${pid} is something else, delete ${join(dataDir, LOCK_FILE)}.`,
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
    // Renaming, unlike deleting, lets only one of two servers that start together remove the stale file; what was
    // moved away is looked at again, since the other one may have put its own lock there meanwhile.
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
 * Makes the data folder where it is missing, and keeps every other server out of it.
 *
 * @returns A function that lets go of the folder; the end of the process does so too, unless it is killed.
 * @throws StartupFailure where the folder can't be written or another server uses it.
 */
export function lockDataFolder(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    takeLock(dataDir);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The data folder ${dataDir} can't be written (${diskErrorCode(error) ?? String(error)}). ` +
        'Give this user the right to write there, free some space, or choose another folder with DATA_DIR.',
    );
  }
  const release = (): void => {
    const path = join(dataDir, LOCK_FILE);
    if (readPid(path) === process.pid) rmSync(path, { force: true });
  };
  process.once('exit', release);
  return release;
}
