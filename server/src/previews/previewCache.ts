import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../objects/dataFolder';
import { orIfMissing, replaceFile } from '../objects/durableFiles';

/** A cache of rendered previews. Any of them can be lost. */
export interface PreviewCache {
  get(name: string): Promise<Buffer | undefined>;
  put(name: string, preview: Buffer): Promise<void>;
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
    const files = await listFiles(folder.previews);
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

  return {
    async get(name) {
      const preview = await orIfMissing(readFile(pathOf(name)), undefined);
      const now = new Date();
      if (preview !== undefined) await orIfMissing(utimes(pathOf(name), now, now), undefined);
      return preview;
    },
    async put(name, preview) {
      await mkdir(folder.previews, { recursive: true });
      await replaceFile(folder, pathOf(name), preview);
      writtenSinceScan += preview.length;
      if (writtenSinceScan > spare) await evict();
    },
  };
}

async function listFiles(path: string): Promise<{ path: string; size: number; usedMs: number }[]> {
  const files: { path: string; size: number; usedMs: number }[] = [];
  for (const name of (await orIfMissing(readdir(path), undefined)) ?? []) {
    const stats = await orIfMissing(stat(join(path, name)), undefined);
    if (stats !== undefined) files.push({ path: join(path, name), size: stats.size, usedMs: stats.mtimeMs });
  }
  return files;
}
