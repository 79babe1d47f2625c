import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from 'async-mutex';
import sharp from 'sharp';
import { objectPath, type DataFolder } from '../objects/dataFolder';
import { orIfMissing, replaceFile } from '../objects/durableFiles';
import type { StoredObject } from '../objects/objectStore';
import { decodeNonEmptyPlane, stretchContrast } from './decodeImage';

/** Renders previews and caches them. */
export interface Previews {
  /** Returns a PNG of the object; undefined if it is not a readable image or was removed. */
  get(object: StoredObject, kind: PreviewKind): Promise<Buffer | undefined>;
}

/** Creates the previews of a data folder. Concurrent requests for a preview share one rendering. */
export function createPreviews(folder: DataFolder, cache: PreviewCache = createPreviewCache(folder)): Previews {
  const pending = new Map<string, Promise<Buffer | undefined>>();

  async function findOrRender(object: StoredObject, kind: PreviewKind, name: string): Promise<Buffer | undefined> {
    const cached = await cache.get(name);
    if (cached !== undefined) return cached;
    const rendered = await renderPreview(objectPath(folder, object.key), kind);
    // A preview that can't be cached, for example on a full disk, is still returned.
    if (rendered !== undefined) await cache.put(name, rendered).catch(() => undefined);
    return rendered;
  }

  return {
    get(object, kind) {
      const name = previewName(object, kind);
      const found = pending.get(name) ?? findOrRender(object, kind, name).finally(() => pending.delete(name));
      pending.set(name, found);
      return found;
    },
  };
}

/** Maximum length of the longer side in pixels. */
const PREVIEW_PIXELS = { downsampled: 1024, thumbnail: 256 } as const;
export type PreviewKind = keyof typeof PREVIEW_PIXELS;

/** Limits the number of images decoded at the same time. */
const decoding = new Semaphore(2);

/**
 * Renders an image file as a PNG. The contrast of grayscale images and of images with more than 8 bits is stretched;
 * 8-bit color images keep their colors. Of a stack, the first non-empty plane is rendered.
 *
 * @returns The PNG, or undefined if the file is missing or not a readable image.
 */
export async function renderPreview(path: string, kind: PreviewKind): Promise<Buffer | undefined> {
  return decoding.runExclusive(async () => {
    const decoded = await decodeNonEmptyPlane(path, PREVIEW_PIXELS[kind]);
    if (decoded === undefined) return undefined;
    const { pixels, width, height, channels } = decoded;
    const bytes = pixels instanceof Float32Array ? stretchContrast(pixels) : pixels;
    return sharp(bytes, { raw: { width, height, channels } })
      .toColourspace(channels <= 2 ? 'b-w' : 'srgb')
      .png()
      .toBuffer();
  });
}

/** Default size limit of the cache in bytes. */
const PREVIEW_CACHE_BYTES = 2 * 1024 ** 3;
/** Share of the limit that remains after a cleanup, so that a full cache is not scanned for every preview. */
const KEPT_SHARE = 0.9;

/** A cache of rendered previews. Any of them can be lost. */
export interface PreviewCache {
  get(name: string): Promise<Buffer | undefined>;
  put(name: string, preview: Buffer): Promise<void>;
}

/** Returns the cache key of a preview. It changes with the object's content. */
export function previewName(object: StoredObject, kind: PreviewKind): string {
  const identity = JSON.stringify([object.key, object.size, object.lastModified, kind]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 40);
}

/** Creates a file cache in `{dataDir}/previews` that evicts the least recently used previews. */
export function createPreviewCache(folder: DataFolder, maxBytes: number = PREVIEW_CACHE_BYTES): PreviewCache {
  const pathOf = (name: string): string => join(folder.previews, `${name}.png`);
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
