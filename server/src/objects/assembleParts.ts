import { copyFile, link, open, rm, type FileHandle } from 'node:fs/promises';
import { newTempPath, type DataFolder } from './dataFolder';
import { asDiskFailure, diskErrorCode } from './durableFiles';

const COPY_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Makes one temporary file of the parts in order, on the disk when this returns, and leaves the parts alone: if
 * the server dies on the way, the same call can be made again.
 *
 * @returns the temporary file's path
 * @throws HttpFailure 507 for a full disk; nothing is left of the file then.
 */
export async function assembleParts(folder: DataFolder, partPaths: readonly string[]): Promise<string> {
  const temp = newTempPath(folder);
  const [only] = partPaths;
  try {
    if (only !== undefined && partPaths.length === 1) await linkOrCopy(only, temp);
    else await concatenate(temp, partPaths);
  } catch (error) {
    await rm(temp, { force: true });
    throw asDiskFailure(error);
  }
  return temp;
}

/** A second name for the part's bytes costs nothing; a disk without hard links gets a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (diskErrorCode(error) === 'ENOENT') throw error;
    await copyFile(from, to);
    const handle = await open(to, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function concatenate(to: string, partPaths: readonly string[]): Promise<void> {
  const target = await open(to, 'wx');
  try {
    const chunk = Buffer.allocUnsafe(COPY_CHUNK_BYTES);
    for (const path of partPaths) await append(target, path, chunk);
    await target.sync();
  } finally {
    await target.close();
  }
}

async function append(target: FileHandle, path: string, chunk: Buffer): Promise<void> {
  const source = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await source.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return;
      await target.writeFile(chunk.subarray(0, bytesRead));
    }
  } finally {
    await source.close();
  }
}
