import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orIfMissing } from './durableFiles';

/** Folders with fewer names are read again each time: that takes no longer than asking whether they changed. */
const REMEMBER_FROM_NAMES = 1_000;
const REMEMBERED_FOLDERS = 16;
/** A folder changed so short a time ago can change again without a new time stamp. */
const SETTLED_AFTER_MS = 2_000;

/** Reads a folder's names in the order of keys: a folder's name carries its `/`. Undefined where there is none. */
export type FolderReader = (path: string) => Promise<readonly string[] | undefined>;

/**
 * A reader that remembers the sorted names of large folders while they don't change, so that paging through
 * 100,000 objects in one folder sorts them once and not once a page.
 */
export function createFolderReader(): FolderReader {
  const remembered = new Map<string, { readonly changed: bigint; readonly names: readonly string[] }>();
  return async (path) => {
    const before = await orIfMissing(stat(path, { bigint: true }), undefined);
    if (before?.isDirectory() !== true) return undefined;
    const known = remembered.get(path);
    if (known?.changed === before.mtimeNs) return known.names;
    const names = await readNames(path);
    remembered.delete(path);
    if (names !== undefined && names.length >= REMEMBER_FROM_NAMES && settled(before.mtimeNs)) {
      remembered.set(path, { changed: before.mtimeNs, names });
      for (const oldest of remembered.keys()) {
        if (remembered.size <= REMEMBERED_FOLDERS) break;
        remembered.delete(oldest);
      }
    }
    return names;
  };
}

function settled(changedNs: bigint): boolean {
  return Date.now() - Number(changedNs / 1_000_000n) > SETTLED_AFTER_MS;
}

async function readNames(path: string): Promise<readonly string[] | undefined> {
  const entries = await orIfMissing(readdir(path, { withFileTypes: true }), undefined);
  // `a.tif` sorts before `a/…` ('.' < '/'), so a folder has to be compared as `a/`. Default sort: code units.
  return entries
    ?.filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}

/** Which keys a walk tells. */
interface KeyFilter {
  /** Only keys behind this one. */
  readonly after: string | undefined;
  /** Keys that are passed by, a folder's (with `/` at its end) together with all below it. */
  readonly exclude: (key: string) => boolean;
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
  const { after, exclude: leaveOut } = filter;
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
