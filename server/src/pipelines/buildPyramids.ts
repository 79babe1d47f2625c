import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectPath, type DataFolder } from '../objects/dataFolder';
import type { ObjectStore } from '../objects/objectStore';
import { decodeNonEmptyPlane, percentiles } from '../previews/decodeImage';
import type { ImageChecks } from '../previews/imageChecks';
import { findSlices, type SkippedFile, type Slice } from './arrangeSlices';
import { buildTiles } from './buildTiles';
import { manifestPath, type PyramidManifest } from './pyramidFolder';

/** The dependencies of a build. */
export interface PyramidParts {
  readonly folder: DataFolder;
  readonly objects: ObjectStore;
  readonly imageChecks: ImageChecks;
  readonly signal: AbortSignal;
}

/** The result of a build. */
export interface BuiltPyramids {
  readonly images: number;
  readonly skipped: readonly SkippedFile[];
}

/**
 * Builds the pyramids of all sections and channels below a path, and their manifest.
 *
 * @param beforeImage Called with the progress. If it throws, the build ends.
 */
export async function buildPyramids(
  { folder, objects, imageChecks, signal }: PyramidParts,
  datasetPath: string,
  target: string,
  beforeImage: (done: number, total: number) => Promise<void>,
): Promise<BuiltPyramids> {
  await mkdir(target, { recursive: true });
  const { slices, skipped } = await findSlices(objects, imageChecks, datasetPath);
  const total = slices.reduce((sum, { images }) => sum + images.length, 0);
  const contrasts = await measureContrasts(folder, slices, signal);
  let done = 0;
  const manifest: PyramidManifest = { slices: [] };
  for (const { section, layer, images } of slices) {
    const built: PyramidManifest['slices'][number]['images'] = [];
    for (const { channel, object } of images) {
      await beforeImage(done, total);
      signal.throwIfAborted();
      const image = [section, layer, channel].join('-');
      const tiles = buildTiles(objectPath(folder, object.key), join(target, image), contrasts.get(channel));
      const size = await unlessAborted(tiles, signal);
      if (size === undefined) skipped.push({ key: object.key, reason: 'damaged' });
      else built.push({ channel, image, ...size });
      done += 1;
    }
    if (built.length > 0) manifest.slices.push({ section, layer, images: built });
  }
  // Check again: files that moved because the dataset was renamed must not count as skipped.
  await beforeImage(done, total);
  await writeFile(manifestPath(target), JSON.stringify(manifest));
  return { images: manifest.slices.reduce((sum, { images }) => sum + images.length, 0), skipped };
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
