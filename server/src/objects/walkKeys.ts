import { join } from 'node:path';
import type { FolderReader } from './folderReader';

/** Which keys a walk tells. */
interface KeyFilter {
  /** Only keys behind this one. */
  readonly after: string | undefined;
  /** Keys that are passed by, a folder's (with `/` at its end) together with all below it. */
  readonly leaveOut: (key: string) => boolean;
}

/**
 * The keys below a folder in order of code units, those that the filter lets through. Folders are opened one at a time
 * as the reader gets there, and those wholly before `after` or left out are not opened. An empty folder is a key that
 * ends in `/`; the folder that the walk begins in is not told.
 *
 * @param path the folder on disk
 * @param prefix what the keys in it begin with, `/` at its end
 */
export async function* walkKeys(
  read: FolderReader,
  path: string,
  prefix: string,
  filter: KeyFilter,
): AsyncGenerator<string> {
  yield* walkNames(read, path, prefix, filter, (await read(path)) ?? []);
}

async function* walkNames(
  read: FolderReader,
  path: string,
  prefix: string,
  filter: KeyFilter,
  names: readonly string[],
): AsyncGenerator<string> {
  const { after, leaveOut } = filter;
  for (const name of names) {
    const key = prefix + name;
    const isFolder = name.endsWith('/');
    if (after !== undefined && key <= after && !(isFolder && after.startsWith(key))) continue;
    if (leaveOut(key)) continue;
    if (!isFolder) {
      yield key;
      continue;
    }
    const below = join(path, name);
    const namesBelow = await read(below);
    if (namesBelow?.length === 0 && key !== after) yield key;
    yield* walkNames(read, below, key, filter, namesBelow ?? []);
  }
}
