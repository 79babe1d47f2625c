import { objectPath, type DataFolder } from '../objects/dataFolder';
import { decodeTelling } from '../previews/decodeImage';
import { percentiles } from '../previews/stretchContrast';
import type { Slice } from './datasetSlices';

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
      const pixels = (await decodeTelling(objectPath(folder, key), SAMPLE_SIDE_PIXELS))?.pixels;
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
