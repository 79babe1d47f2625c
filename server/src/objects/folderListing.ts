import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orIfMissing } from './durableFiles';

/** Smaller folders are not cached: reading them is as fast as checking for changes. */
const MIN_CACHED_NAMES = 1_000;
const MAX_CACHED_FOLDERS = 16;
/** A folder that changed more recently may change again with the same timestamp. */
const SETTLED_AFTER_MS = 2_000;

/** Reads the names in a folder, sorted as keys; names of folders end in `/`. Undefined if it does not exist. */
export type FolderReader = (path: string) => Promise<readonly string[] | undefined>;

/**
 * Creates a reader that caches the sorted names of large folders until they change, so that paging through 100,000
 * objects sorts them once.
 */
export function createFolderReader(): FolderReader {
  const cache = new Map<string, { readonly changed: bigint; readonly names: readonly string[] }>();
  return async (path) => {
    const before = await orIfMissing(stat(path, { bigint: true }), undefined);
    if (before?.isDirectory() !== true) return undefined;
    const cached = cache.get(path);
    if (cached?.changed === before.mtimeNs) return cached.names;
    const names = await readNames(path);
    cache.delete(path);
    if (names !== undefined && names.length >= MIN_CACHED_NAMES && settled(before.mtimeNs)) {
      cache.set(path, { changed: before.mtimeNs, names });
      for (const oldest of cache.keys()) {
        if (cache.size <= MAX_CACHED_FOLDERS) break;
        cache.delete(oldest);
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
  // Compare folders as `a/`, because `a.tif` sorts before `a/…`. The default sort is by code unit.
  return entries
    ?.filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}

/**
 * Returns a digest of the modification times of a folder and of all folders below it; undefined if one of them has changed
 * so recently that it may change again with the same time. Storing, replacing or removing a file changes its folder's time.
 */
export async function versionOfFolder(read: FolderReader, path: string): Promise<string | undefined> {
  const digest = createHash('md5');
  const times: bigint[] = [];
  const visit = async (folder: string): Promise<void> => {
    const stats = await orIfMissing(stat(folder, { bigint: true }), undefined);
    if (stats === undefined) return;
    times.push(stats.mtimeNs);
    digest.update(`${folder}\n${String(stats.mtimeNs)}\n`);
    for (const name of (await read(folder)) ?? []) if (name.endsWith('/')) await visit(join(folder, name));
  };
  await visit(path);
  return times.every(settled) ? digest.digest('hex') : undefined;
}

/** Selects the keys of a walk. */
interface KeyFilter {
  /** Only keys after this one. */
  readonly after: string | undefined;
  /** Keys to exclude. Excluding a folder (a key ending in `/`) excludes everything below it. */
  readonly exclude: (key: string) => boolean;
}

/**
 * Iterates over the keys below a folder by code unit. Folders are read lazily, and folders before `after` or excluded
 * ones are not read. An empty folder is a key that ends in `/`, except for the starting folder.
 *
 * @param path The folder on disk.
 * @param prefix The prefix of its keys, ending in `/`.
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
