import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectPath, type DataFolder } from '../objects/dataFolder';
import { listAllObjects, type ObjectStore, type StoredObject } from '../objects/objectStore';
import { decodeNonEmptyPlane, percentiles } from '../previews/decodeImage';
import { buildTiles } from './buildTiles';
import { manifestPath, type PyramidManifest } from './pyramidFolder';

/** The dependencies of a build. */
export interface PyramidParts {
  readonly folder: DataFolder;
  readonly objects: ObjectStore;
  readonly signal: AbortSignal;
}

/** The result of a build. */
export interface BuiltPyramids {
  readonly images: number;
  /** Files that are not readable images, or whose names have no section and channel. */
  readonly skipped: number;
}

/**
 * Builds the pyramids of all sections and channels below a path, and their manifest.
 *
 * @param beforeImage Called with the progress. If it throws, the build ends.
 */
export async function buildPyramids(
  { folder, objects, signal }: PyramidParts,
  datasetPath: string,
  target: string,
  beforeImage: (done: number, total: number) => Promise<void>,
): Promise<BuiltPyramids> {
  await mkdir(target, { recursive: true });
  const { slices, ...arranged } = arrangeSlices(await listAll(objects, datasetPath));
  const total = slices.reduce((sum, { images }) => sum + images.length, 0);
  const contrasts = await measureContrasts(folder, slices, signal);
  let [done, { skipped }] = [0, arranged];
  const manifest: PyramidManifest = { slices: [] };
  for (const { section, layer, images } of slices) {
    const built: PyramidManifest['slices'][number]['images'] = [];
    for (const { channel, object } of images) {
      await beforeImage(done, total);
      signal.throwIfAborted();
      const image = [section, layer, channel].join('-');
      const tiles = buildTiles(objectPath(folder, object.key), join(target, image), contrasts.get(channel));
      const size = await unlessAborted(tiles, signal);
      if (size === undefined) skipped += 1;
      else built.push({ channel, image, ...size });
      done += 1;
    }
    if (built.length > 0) manifest.slices.push({ section, layer, images: built });
  }
  // Check again: files that moved because the dataset was renamed must not count as skipped.
  await beforeImage(done, total);
  await writeFile(manifestPath(target), JSON.stringify(manifest));
  return { images: manifest.slices.reduce((sum, { images }) => sum + images.length, 0), skipped: skipped };
}

/** Rejects when the signal aborts: building a large image takes a minute, which a stopping server can't wait for. */
async function unlessAborted<Result>(step: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener('abort', stop);
  try {
    await Promise.race([step, aborted]);
    signal.throwIfAborted();
    return await step;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function listAll(objects: ObjectStore, path: string): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of listAllObjects(objects, path)) all.push(object);
  return all;
}

/** The file of one channel of a slice. */
interface SliceImage {
  readonly channel: number;
  readonly object: StoredObject;
}

/** A section, or one of its optical layers. */
export interface Slice {
  readonly section: number;
  readonly layer: number;
  /** Sorted by channel. */
  readonly images: readonly SliceImage[];
}

/** Matches `DATASET_NAME_S000123_L01_ch02.tif`: section 123, layer 1, channel 2. */
const SECTION_IMAGE = /_S(?<section>\d{6})_L(?<layer>\d{2})_ch(?<channel>\d{2})\.[^./]+$/;

/**
 * Arranges a dataset's files by section, layer and channel. Skips files with other names, and all but the first file for
 * the same section, layer and channel.
 */
export function arrangeSlices(objects: readonly StoredObject[]): {
  readonly slices: readonly Slice[];
  readonly skipped: number;
} {
  const slices = new Map<string, { section: number; layer: number; images: Map<number, SliceImage> }>();
  let skipped = 0;
  for (const object of objects) {
    if (object.key.endsWith('/')) continue;
    const groups = SECTION_IMAGE.exec(object.key)?.groups;
    const [section, layer, channel] = [Number(groups?.section), Number(groups?.layer), Number(groups?.channel)];
    const id = `${String(section)}-${String(layer)}`;
    const slice = slices.get(id) ?? { section, layer, images: new Map<number, SliceImage>() };
    if (groups === undefined || slice.images.has(channel)) {
      skipped += 1;
      continue;
    }
    slice.images.set(channel, { channel, object });
    slices.set(id, slice);
  }
  const arranged = [...slices.values()]
    .sort((one, other) => one.section - other.section || one.layer - other.layer)
    .map(({ images, ...slice }) => ({
      ...slice,
      images: [...images.values()].sort((one, other) => one.channel - other.channel),
    }));
  return { slices: arranged, skipped };
}

/** The values that become black and white. */
export type Contrast = readonly [low: number, high: number];

/** Number of evenly spaced sections that a channel's contrast is computed from. */
const SAMPLED_SECTIONS = 9;
const SAMPLE_SIDE_PIXELS = 512;

/**
 * Computes one contrast per channel for all its sections, so that the brightness is comparable across sections. Channels
 * of 8-bit color images have none: their colors are kept.
 */
async function measureContrasts(
  folder: DataFolder,
  slices: readonly Slice[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Contrast>> {
  const keysOf = new Map<number, string[]>();
  for (const { images } of slices) {
    for (const { channel, object } of images) keysOf.set(channel, [...(keysOf.get(channel) ?? []), object.key]);
  }
  const contrasts = new Map<number, Contrast>();
  for (const [channel, keys] of keysOf) {
    const samples: Float32Array[] = [];
    for (const key of spread(keys, SAMPLED_SECTIONS)) {
      signal.throwIfAborted();
      const pixels = (await decodeNonEmptyPlane(objectPath(folder, key), SAMPLE_SIDE_PIXELS))?.pixels;
      if (pixels instanceof Float32Array) samples.push(pixels);
    }
    if (samples.length > 0) contrasts.set(channel, percentiles(joined(samples)));
  }
  return contrasts;
}

/** Returns at most `count` evenly spaced items, including the first and the last. */
function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  );
}

function joined(samples: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(samples.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const sample of samples) {
    all.set(sample, start);
    start += sample.length;
  }
  return all;
}
