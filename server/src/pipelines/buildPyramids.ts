import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectPath, type DataFolder } from '../objects/dataFolder';
import { listAllObjects, type ObjectStore, type StoredObject } from '../objects/objectStore';
import { decodeNonEmptyPlane, percentiles } from '../previews/decodeImage';
import { buildTiles } from './buildTiles';
import { manifestPath, type PyramidManifest } from './pyramidFolder';

/** What pyramids are made from, and how to stop. */
export interface PyramidParts {
  readonly folder: DataFolder;
  readonly objects: ObjectStore;
  readonly signal: AbortSignal;
}

/** How much became of a dataset's files. */
export interface BuiltPyramids {
  readonly images: number;
  /** Files that are no image, or whose names tell no section and channel. */
  readonly skipped: number;
}

/**
 * Builds the pyramids of every section and channel below a path into a folder, with the manifest that names them.
 *
 * @param beforeImage Told how far the work is; what it throws ends the work.
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
  let [done, { leftOut }] = [0, arranged];
  const manifest: PyramidManifest = { slices: [] };
  for (const { section, layer, images } of slices) {
    const built: PyramidManifest['slices'][number]['images'] = [];
    for (const { channel, object } of images) {
      await beforeImage(done, total);
      signal.throwIfAborted();
      const image = [section, layer, channel].join('-');
      const tiles = buildTiles(objectPath(folder, object.key), join(target, image), contrasts.get(channel));
      const size = await unlessAborted(tiles, signal);
      if (size === undefined) leftOut += 1;
      else built.push({ channel, image, ...size });
      done += 1;
    }
    if (built.length > 0) manifest.slices.push({ section, layer, images: built });
  }
  // A file that went away because its dataset was renamed must not count as one that is no image.
  await beforeImage(done, total);
  await writeFile(manifestPath(target), JSON.stringify(manifest));
  return { images: manifest.slices.reduce((sum, { images }) => sum + images.length, 0), skipped: leftOut };
}

/** A large image takes a minute to cut, which a stopping server does not wait for. */
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

/** One image of a slice: the file of a channel. */
interface SliceImage {
  readonly channel: number;
  readonly object: StoredObject;
}

/** One plane of the tissue: a section, or one of its optical layers. */
export interface Slice {
  readonly section: number;
  readonly layer: number;
  /** By channel. */
  readonly images: readonly SliceImage[];
}

/** `DATASET_NAME_S000123_L01_ch02.tif`: section 123, layer 1, channel 2. */
const SECTION_IMAGE = /_S(?<section>\d{6})_L(?<layer>\d{2})_ch(?<channel>\d{2})\.[^./]+$/;

/**
 * Arranges a dataset's files by section, layer and channel. A file whose name tells none of them is left out, and
 * so is a second file for the same place.
 */
export function arrangeSlices(objects: readonly StoredObject[]): {
  readonly slices: readonly Slice[];
  readonly leftOut: number;
} {
  const slices = new Map<string, { section: number; layer: number; images: Map<number, SliceImage> }>();
  let leftOut = 0;
  for (const object of objects) {
    if (object.key.endsWith('/')) continue;
    const groups = SECTION_IMAGE.exec(object.key)?.groups;
    const [section, layer, channel] = [Number(groups?.section), Number(groups?.layer), Number(groups?.channel)];
    const id = `${String(section)}-${String(layer)}`;
    const slice = slices.get(id) ?? { section, layer, images: new Map<number, SliceImage>() };
    if (groups === undefined || slice.images.has(channel)) {
      leftOut += 1;
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
  return { slices: arranged, leftOut };
}

/** What becomes black and what becomes white. */
export type Contrast = readonly [low: number, high: number];

/** Sections that a channel's contrast is taken from, evenly over the tissue. */
const SAMPLED_SECTIONS = 9;
const SAMPLE_SIDE_PIXELS = 512;

/**
 * The contrast of each channel, one for all its sections, so that going through them shows the tissue change and
 * not the contrast. A channel of 8-bit colour images has none: they stay as they are.
 */
export async function measureContrasts(
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

/** At most `count` of the items, evenly from the first to the last. */
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
