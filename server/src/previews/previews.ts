import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createLimiter } from '../locks';
import { objectPath, type DataFolder } from '../objects/dataFolder';
import { orIfMissing, replaceFile } from '../objects/durableFiles';
import type { StoredObject } from '../objects/objectStore';
import { decodeNonEmptyPlane, stretchContrast } from './decodeImage';

/** Makes previews, or finds those made before. */
export interface Previews {
  /** A PNG of the object; undefined where it is no image that can be read, or has just been removed. */
  of(object: StoredObject, kind: PreviewKind): Promise<Buffer | undefined>;
}

/** Previews of the objects in a data folder: each is made once, also when many ask for it at the same time. */
export function createPreviews(folder: DataFolder, cache: PreviewCache = createPreviewCache(folder)): Previews {
  const underWay = new Map<string, Promise<Buffer | undefined>>();

  async function findOrMake(object: StoredObject, kind: PreviewKind, name: string): Promise<Buffer | undefined> {
    const known = await cache.get(name);
    if (known !== undefined) return known;
    const made = await renderPreview(objectPath(folder, object.key), kind);
    // What can't be kept, on a full disk say, is shown all the same.
    if (made !== undefined) await cache.put(name, made).catch(() => undefined);
    return made;
  }

  return {
    of(object, kind) {
      const name = previewName(object, kind);
      const found = underWay.get(name) ?? findOrMake(object, kind, name).finally(() => underWay.delete(name));
      underWay.set(name, found);
      return found;
    },
  };
}

/** The two sizes in which a preview is made: the long side in pixels, at most. */
const PREVIEW_PIXELS = { downsampled: 1024, thumbnail: 256 } as const;
export type PreviewKind = keyof typeof PREVIEW_PIXELS;

/** Images decoded at the same time, over the whole process. */
const inTurn = createLimiter(2);

/**
 * Makes a PNG of an image file, no side longer than the kind allows. Grey images and those of more than 8 bits
 * have their contrast stretched (`stretchContrast.ts`); 8-bit colour images stay as they are. Of a file with several
 * planes the first is taken, or another where that is empty.
 *
 * @returns undefined where the file is no image that can be read, or is not there
 */
export async function renderPreview(path: string, kind: PreviewKind): Promise<Buffer | undefined> {
  return inTurn(async () => {
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
      const preview = await orIfMissing(readFile(pathOf(name)), undefined);
      const now = new Date();
      if (preview !== undefined) await orIfMissing(utimes(pathOf(name), now, now), undefined);
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
  for (const name of (await orIfMissing(readdir(path), undefined)) ?? []) {
    const stats = await orIfMissing(stat(join(path, name)), undefined);
    if (stats !== undefined) files.push({ path: join(path, name), size: stats.size, usedMs: stats.mtimeMs });
  }
  return files;
}
