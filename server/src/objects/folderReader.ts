import { readdir, stat } from 'node:fs/promises';
import { orIfAbsent } from './durableFiles';

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
    const before = await orIfAbsent(stat(path, { bigint: true }), undefined);
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
  const entries = await orIfAbsent(readdir(path, { withFileTypes: true }), undefined);
  // `a.tif` sorts before `a/…` ('.' < '/'), so a folder has to be compared as `a/`. Default sort: code units.
  return entries
    ?.filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}
