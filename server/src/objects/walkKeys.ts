import { join } from 'node:path';
import type { FolderReader } from './folderReader';

/**
 * The keys below a folder in order of code units, those after `after` only. Folders are opened one at a time as
 * the reader gets there, and those wholly before `after` are not opened. An empty folder is a key that ends in
 * `/`; the folder that the walk begins in is not told.
 *
 * @param path the folder on disk
 * @param prefix what the keys in it begin with, `/` at its end
 */
export async function* walkKeys(
  read: FolderReader,
  path: string,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<string> {
  yield* walkNames(read, path, prefix, after, (await read(path)) ?? []);
}

async function* walkNames(
  read: FolderReader,
  path: string,
  prefix: string,
  after: string | undefined,
  names: readonly string[],
): AsyncGenerator<string> {
  for (const name of names) {
    const key = prefix + name;
    const isFolder = name.endsWith('/');
    if (after !== undefined && key <= after && !(isFolder && after.startsWith(key))) continue;
    if (!isFolder) {
      yield key;
      continue;
    }
    const below = join(path, name);
    const namesBelow = await read(below);
    if (namesBelow?.length === 0 && key !== after) yield key;
    yield* walkNames(read, below, key, after, namesBelow ?? []);
  }
}
