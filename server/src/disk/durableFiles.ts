import { open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Semaphore } from 'async-mutex';
import { HttpError } from '../common/errors';
import { newTempPath, type DataFolder } from './dataFolder';

/** Returns the code of a system error, such as `ENOENT`; undefined for other errors. */
export function diskErrorCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}

/** Creates the error for a full disk. */
function diskFull(): HttpError {
  return new HttpError(507, 'The server has run out of disk space.', 'DISK_FULL');
}

/** @throws HttpError 507 `DISK_FULL` if the disk of the data folder has fewer free bytes. */
export async function requireFreeBytes(folder: DataFolder, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder.root);
  if (bavail * bsize < bytes) throw diskFull();
}

/** PostgreSQL's code for a full disk. */
const POSTGRES_DISK_FULL = '53100';

/** Converts errors of the disk and the database that the user can resolve to an `HttpError`. Returns others unchanged. */
export function toDiskError(error: unknown): unknown {
  switch (diskErrorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case POSTGRES_DISK_FULL:
      return diskFull();
    case 'ENAMETOOLONG':
      return new HttpError(400, "A file or folder name is too long for the server's file system.");
    default:
      return error;
  }
}

/** Returns `fallback` if a file or folder does not exist. */
export async function orIfMissing<T, U>(step: Promise<T>, fallback: U): Promise<T | U> {
  try {
    return await step;
  } catch (error) {
    const code = diskErrorCode(error);
    // ENOTDIR: a parent of the path is a file.
    if (code === 'ENOENT' || code === 'ENOTDIR') return fallback;
    throw error;
  }
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The file system combines the writes of files that are flushed at the same time. */
const FLUSHED_AT_ONCE = 16;

/** Flushes a file to disk. */
function syncFile(path: string): Promise<void> {
  return sync(path, 'r+');
}

/** Flushes renames and new entries in a folder to disk, if the system supports it. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await sync(path, 'r');
  } catch {
    // Windows and some network file systems can't sync folders. The rename itself is still atomic.
  }
}

/** Flushes a folder with everything in it to disk. */
export async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const flushing = new Semaphore(FLUSHED_AT_ONCE);
  await Promise.all(
    entries.map((entry) =>
      flushing.runExclusive(() => (entry.isDirectory() ? syncFolder : syncFile)(join(entry.parentPath, entry.name))),
    ),
  );
  await syncFolder(path);
}

/** Writes a new file and flushes it to disk. */
export async function writeSynced(path: string, body: Buffer | string): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(body);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file atomically: readers see the old or the new content, even after a crash. */
export async function replaceFile(folder: DataFolder, path: string, body: Buffer | string): Promise<void> {
  const temp = newTempPath(folder);
  try {
    await writeSynced(temp, body);
    await rename(temp, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temp, { force: true });
    throw toDiskError(error);
  }
}

/** Removes a file or folder atomically, then frees its space. Does nothing if it does not exist. */
export async function discard(folder: DataFolder, path: string): Promise<void> {
  const temp = newTempPath(folder);
  await orIfMissing(rename(path, temp), undefined);
  await rm(temp, { recursive: true, force: true });
}

/** Returns the message for the user when a background job fails. Unexpected errors are reported, not shown. */
export function jobErrorMessage(error: unknown, fallback: string, report: (error: unknown) => void): string {
  const known = toDiskError(error);
  if (known instanceof HttpError) return known.msg;
  report(error);
  return fallback;
}
