import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../objects/dataFolder';
import { orIfAbsent, replaceFile } from '../objects/durableFiles';
import type { StoredObject } from '../objects/objectStore';
import type { PreviewKind } from './renderPreview';

/** The cache's size at most, bytes. */
const PREVIEW_CACHE_BYTES = 2 * 1024 ** 3;
/** How much is thrown out at a time, so that a full cache is not counted again at every preview. */
const KEPT_SHARE = 0.9;

/** Previews that were made before. Losing any of them costs time only. */
export interface PreviewCache {
  get(name: string): Promise<Buffer | undefined>;
  put(name: string, preview: Buffer): Promise<void>;
}

/** The name of a preview: another content of the same key has another name. */
export function previewName(object: StoredObject, kind: PreviewKind): string {
  const identity = JSON.stringify([object.key, object.size, object.lastModified, kind]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 40);
}

/**
 * A cache of files in `{dataDir}/previews`, of which the least recently used go first.
 *
 * @param maxBytes the size that it keeps below, once it has grown to it
 */
export function createPreviewCache(folder: DataFolder, maxBytes: number = PREVIEW_CACHE_BYTES): PreviewCache {
  const pathOf = (name: string): string => join(folder.previews, `${name}.png`);
  let writtenSinceCount = Infinity;
  let spare = 0;

  async function makeRoom(): Promise<void> {
    const files = await listFiles(folder.previews);
    let total = files.reduce((sum, file) => sum + file.size, 0);
    if (total > maxBytes) {
      for (const file of files.sort((one, other) => one.usedMs - other.usedMs)) {
        if (total <= maxBytes * KEPT_SHARE) break;
        await rm(file.path, { force: true });
        total -= file.size;
      }
    }
    writtenSinceCount = 0;
    spare = maxBytes - total;
  }

  return {
    async get(name) {
      const preview = await orIfAbsent(readFile(pathOf(name)), undefined);
      const now = new Date();
      if (preview !== undefined) await orIfAbsent(utimes(pathOf(name), now, now), undefined);
      return preview;
    },
    async put(name, preview) {
      await mkdir(folder.previews, { recursive: true });
      await replaceFile(folder, pathOf(name), preview);
      writtenSinceCount += preview.length;
      if (writtenSinceCount > spare) await makeRoom();
    },
  };
}

async function listFiles(path: string): Promise<{ path: string; size: number; usedMs: number }[]> {
  const files: { path: string; size: number; usedMs: number }[] = [];
  for (const name of (await orIfAbsent(readdir(path), undefined)) ?? []) {
    const stats = await orIfAbsent(stat(join(path, name)), undefined);
    if (stats !== undefined) files.push({ path: join(path, name), size: stats.size, usedMs: stats.mtimeMs });
  }
  return files;
}
