import { link, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { HttpError } from '../errors';
import { newTempPath, type DataFolder } from './dataFolder';

/** The code of an error of the system (`ENOENT`, …); undefined for any other error. */
export function diskErrorCode(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : undefined;
}

/** Turns the disk's refusals that a person can do something about into words; gives back any other error as it is. */
export function toDiskError(error: unknown): unknown {
  switch (diskErrorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new HttpError(507, 'The server has no disk space left for this.', 'DISK_FULL');
    case 'ENAMETOOLONG':
      return new HttpError(400, "A name is longer than the server's disk allows.");
    default:
      return error;
  }
}

/** Runs a step that may find nothing, and gives `otherwise` where it found nothing. */
export async function orIfMissing<T, U>(step: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await step;
  } catch (error) {
    const code = diskErrorCode(error);
    // ENOTDIR: a file stands where the path wants a folder, so there is nothing below it.
    if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise;
    throw error;
  }
}

/** Makes a rename or a new entry in a folder outlast a power cut, where the system can. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows and some network file systems refuse to open or sync a folder; the rename itself stays atomic.
  }
}

/** Writes a new file and waits until the disk has it. */
export async function writeSynced(path: string, body: Buffer | string, mode = 0o644): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(body);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file so that a reader, or a start after a crash, sees the old content or the new, never a half. */
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

/** Writes a file unless it is there already, in one step; used for secrets, which two starts must not overwrite. */
export async function writeOnce(folder: DataFolder, path: string, body: Buffer | string, mode: number): Promise<void> {
  const temp = newTempPath(folder);
  try {
    await writeSynced(temp, body, mode);
    await link(temp, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (diskErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temp, { force: true });
  }
}

/**
 * Moves a finished temporary file to an object's place, over an older object if there is one.
 *
 * @throws HttpFailure 409 where a folder stands in the file's place, or a file in the place of one of its folders.
 */
export async function moveIntoPlace(temp: string, target: string): Promise<void> {
  // A folder made here can be removed by someone else before the rename; the second try makes it again.
  for (let tries = 0; ; tries += 1) {
    try {
      await mkdir(dirname(target), { recursive: true });
      if ((await orIfMissing(lstat(target), undefined))?.isDirectory() === true) {
        throw new HttpError(409, 'A folder of this name exists where the file should go.');
      }
      await rename(temp, target);
      await syncFolder(dirname(target));
      return;
    } catch (error) {
      const code = diskErrorCode(error);
      if (code === 'EEXIST' || code === 'ENOTDIR') {
        throw new HttpError(409, 'A file of this name exists where one of the folders should go.');
      }
      if (code === 'EISDIR') throw new HttpError(409, 'A folder of this name exists where the file should go.');
      if (code !== 'ENOENT' || tries > 0) throw toDiskError(error);
    }
  }
}

/** Makes a file or folder vanish in one step, then frees its space; nothing there is no error. */
export async function discard(folder: DataFolder, path: string): Promise<void> {
  const temp = newTempPath(folder);
  await orIfMissing(rename(path, temp), undefined);
  await rm(temp, { recursive: true, force: true });
}

/**
 * Reads a file of JSON that the server wrote for itself. One that is damaged counts as one that is not there.
 *
 * @throws what the disk says where it has the file and doesn't let it be read; that is no proof of anything.
 */
export async function readRecord<Schema extends TSchema>(
  path: string,
  schema: Schema,
): Promise<Static<Schema> | undefined> {
  const text = await orIfMissing(readFile(path, 'utf8'), undefined);
  if (text === undefined) return undefined;
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Value.Check(schema, record) ? record : undefined;
}

/**
 * What a client is told of a background job that failed. What nobody foresaw stays inside: the client gets `otherwise`,
 * and `report` the error.
 */
export function jobErrorMessage(error: unknown, otherwise: string, report: (error: unknown) => void): string {
  const known = toDiskError(error);
  if (known instanceof HttpError) return known.msg;
  report(error);
  return otherwise;
}
