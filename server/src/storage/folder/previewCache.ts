import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataFolder } from '../../disk/dataFolder';
import { orIfMissing, replaceFile } from '../../disk/durableFiles';
import type { PreviewCache } from '../blobStore';
import { listFiles, removeIfEmpty } from './folderListing';

/** Returns the beginning of the names of a blob's previews: `{project hash}/{random id}-`. */
export function previewPrefix(blob: string): string {
  return `${blob}-`;
}

/** Returns the blob of a preview; undefined for a name that does not tell. */
export function blobOfPreview(name: string): string | undefined {
  return /^([0-9a-f]{32}\/[0-9a-f]{32})-/.exec(name)?.[1];
}

/** Default size limit of the cache in bytes. */
const PREVIEW_CACHE_BYTES = 2 * 1024 ** 3;
/** Share of the limit that remains after a cleanup, so that a full cache is not scanned for every preview. */
const KEPT_SHARE = 0.9;

/** Creates a file cache in `{dataDir}/previews` that evicts the least recently used previews. */
export function createPreviewCache(folder: DataFolder, maxBytes: number = PREVIEW_CACHE_BYTES): PreviewCache {
  const pathOf = (name: string): string => join(folder.previews, name);
  let writtenSinceScan = Infinity;
  let spare = 0;

  async function evict(): Promise<void> {
    const files = await measureFiles(folder.previews);
    let total = files.reduce((sum, file) => sum + file.size, 0);
    if (total > maxBytes) {
      for (const file of files.sort((one, other) => one.usedMs - other.usedMs)) {
        if (total <= maxBytes * KEPT_SHARE) break;
        await rm(file.path, { force: true });
        total -= file.size;
      }
    }
    writtenSinceScan = 0;
    spare = maxBytes - total;
  }

  /** Removes previews of a project, and its folder if it is empty then. */
  async function removeFrom(project: string, isRemoved: (name: string) => boolean): Promise<void> {
    for (const file of (await orIfMissing(readdir(pathOf(project)), undefined)) ?? []) {
      if (isRemoved(`${project}/${file}`)) await rm(pathOf(`${project}/${file}`), { force: true });
    }
    await removeIfEmpty(pathOf(project));
  }

  return {
    async get(name) {
      const preview = await orIfMissing(readFile(pathOf(name)), undefined);
      const now = new Date();
      if (preview !== undefined) await orIfMissing(utimes(pathOf(name), now, now), undefined);
      return preview;
    },
    async put(name, preview) {
      await mkdir(dirname(pathOf(name)), { recursive: true });
      await replaceFile(folder, pathOf(name), preview);
      writtenSinceScan += preview.length;
      if (writtenSinceScan > spare) await evict();
    },
    list: () => listFiles(folder.previews),
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
      for (const path of new Set(names.map((name) => dirname(pathOf(name))))) {
        if (path !== folder.previews) await removeIfEmpty(path);
      }
    },
    async removeOf(blobs) {
      const removed = new Set(blobs);
      // One listing for all blobs of a project.
      for (const project of new Set(blobs.map((blob) => dirname(blob)))) {
        await removeFrom(project, (name) => removed.has(blobOfPreview(name) ?? ''));
      }
    },
  };
}

async function measureFiles(path: string): Promise<{ path: string; size: number; usedMs: number }[]> {
  const files: { path: string; size: number; usedMs: number }[] = [];
  for await (const names of listFiles(path)) {
    for (const name of names) {
      const stats = await orIfMissing(stat(join(path, name)), undefined);
      if (stats !== undefined) files.push({ path: join(path, name), size: stats.size, usedMs: stats.mtimeMs });
    }
  }
  return files;
}
