import { createReadStream } from 'node:fs';
import { lstat, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HttpError } from '../errors';
import { dataFolderOf, newTempPath, objectPath, prepareDataFolder, type DataFolder } from './dataFolder';
import {
  discard,
  diskErrorCode,
  moveIntoPlace,
  orIfMissing,
  syncFolder,
  toDiskError,
  writeSynced,
} from './durableFiles';
import { createFolderReader, versionOfFolder, walkKeys } from './folderListing';
import type { ObjectPage, ObjectStore, StoredObject } from './objectStore';

const READ_CHUNK_BYTES = 1024 * 1024;

/**
 * Opens an object store that keeps each object as a plain file below `{dataDir}/objects`, so that sites can inspect and
 * back up the files with their own tools. Creates missing folders and removes unfinished files of a killed process.
 */
export async function openFolderObjectStore(dataDir: string): Promise<ObjectStore> {
  const folder = dataFolderOf(dataDir);
  await prepareDataFolder(folder);
  const readFolder = createFolderReader();
  return {
    async list(path, { cursor, limit, exclude: leaveOut = () => false }) {
      const after = cursor === undefined ? undefined : keyOfCursor(cursor, path);
      const keys: string[] = [];
      for await (const key of walkKeys(readFolder, objectPath(folder, path), `${path}/`, {
        after,
        exclude: leaveOut,
      })) {
        keys.push(key);
        if (keys.length > limit) break;
      }
      const listed = keys.slice(0, limit);
      const found = await Promise.all(listed.map((key) => statObject(folder, key)));
      const page: ObjectPage = { objects: found.filter((object) => object !== undefined) };
      const last = listed.at(-1);
      return keys.length > limit && last !== undefined ? { ...page, cursor: cursorOfKey(last) } : page;
    },
    version: (path) => versionOfFolder(readFolder, objectPath(folder, path)),
    stat: (key) => statObject(folder, key),
    read: (key, range) => createReadStream(objectPath(folder, key), { highWaterMark: READ_CHUNK_BYTES, ...range }),
    async put(key, body) {
      if (key.endsWith('/')) return makeFolder(objectPath(folder, key));
      const temp = newTempPath(folder);
      try {
        await writeSynced(temp, body);
        await moveIntoPlace(temp, objectPath(folder, key));
      } catch (error) {
        await rm(temp, { force: true });
        throw toDiskError(error);
      }
    },
    async move(fromPath, toPath) {
      await moveFolder(objectPath(folder, fromPath), objectPath(folder, toPath), toPath);
    },
    async remove(path) {
      await discard(folder, objectPath(folder, path));
    },
  };
}

async function statObject(folder: DataFolder, key: string): Promise<StoredObject | undefined> {
  const stats = await orIfMissing(lstat(objectPath(folder, key)), undefined);
  const isFolder = key.endsWith('/');
  if (stats === undefined || (isFolder ? !stats.isDirectory() : !stats.isFile())) return undefined;
  return { key, size: isFolder ? 0 : stats.size, lastModified: stats.mtime.toISOString() };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    const code = diskErrorCode(error);
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw toDiskError(error);
    throw new HttpError(409, 'A file with this name already exists.');
  }
}

async function moveFolder(from: string, to: string, toPath: string): Promise<void> {
  const source = await orIfMissing(lstat(from), undefined);
  // A project without objects has no folder.
  if (source === undefined) return;
  // Removes the target if it is an empty folder.
  await rmdir(to).catch(() => undefined);
  const target = await orIfMissing(lstat(to), undefined);
  // The inodes are equal when `tc042` is renamed to `TC042` on a case-insensitive file system.
  if (target !== undefined && target.ino !== source.ino) {
    throw new HttpError(409, `There are already files at ${toPath}.`);
  }
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  await syncFolder(dirname(to));
}

function cursorOfKey(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function keyOfCursor(cursor: string, path: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (!key.startsWith(`${path}/`)) throw new HttpError(400, 'The cursor is invalid for this path.');
  return key;
}
