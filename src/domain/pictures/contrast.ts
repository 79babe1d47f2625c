import type { Plane } from './plane';

/** The values shown as black and at full brightness. `black` is never greater than `white`. */
export interface Contrast {
  readonly black: number;
  readonly white: number;
}

/** Value range and contrast of a picture. */
interface ContrastAnalysis {
  readonly lowest: number;
  readonly highest: number;
  readonly auto: Contrast;
  readonly histogram: readonly number[];
}

/** Percentiles for black and white. Tissue fills only a few percent of a camera's range. */
const BLACK_PERCENTILE = 0.01;
const WHITE_PERCENTILE = 0.997;
/** Number of evenly sampled values. Their percentiles look the same as those of all values. */
const SAMPLED_VALUES = 65_536;
/** Number of bins of a histogram. */
export const HISTOGRAM_BINS = 128;
/** The full 8-bit range. */
const SCREEN_CONTRAST: Contrast = { black: 0, white: 255 };
/** How far the sliders extend beyond the automatic contrast, relative to its width. */
const REACH = 2;

/** Analyzes all planes of a picture together. Values must be finite. */
export function analyzeContrast(planes: readonly Plane[]): ContrastAnalysis {
  const [lowest, highest] = extremesOf(planes);
  const sample = sampleOf(planes);
  const contrast = isScreenRgb(planes) ? SCREEN_CONTRAST : contrastOf(sample, lowest, highest, typeMaximum(planes));
  const bounds = contrastBounds({ lowest, highest, auto: contrast });
  return { lowest, highest, auto: contrast, histogram: histogramOf(sample, bounds) };
}

function contrastOf(sample: Float32Array, lowest: number, highest: number, maximum: number | undefined): Contrast {
  if (lowest === highest) return flatContrast(lowest, maximum);
  const auto = percentilesOf(sample);
  // A few bright spots on a uniform background may all lie above the high percentile: use the whole range instead.
  return auto.white > auto.black ? auto : { black: lowest, white: highest };
}

/** Returns the highest value that unsigned integers can have, or undefined for other types. */
function typeMaximum(planes: readonly Plane[]): number | undefined {
  if (planes.every((plane) => plane instanceof Uint8Array)) return 0xff;
  return planes.every((plane) => plane instanceof Uint16Array) ? 0xffff : undefined;
}

/**
 * Returns the contrast of a picture with a single value: a saturated picture is white and an empty one black.
 *
 * @param maximum the highest value of the type. Without it, all values but 0 are grey.
 */
export function flatContrast(value: number, maximum?: number): Contrast {
  if (maximum !== undefined) return { black: 0, white: maximum };
  if (value === 0) return { black: 0, white: 1 };
  return { black: Math.min(0, 2 * value), white: Math.max(0, 2 * value) };
}

/** Returns the range of the contrast sliders. A contrast kept from another section may extend it. */
export function contrastBounds(
  { lowest, highest, auto }: Omit<ContrastAnalysis, 'histogram'>,
  shown: Contrast = auto,
): Contrast {
  const width = auto.white - auto.black;
  return {
    black: Math.min(Math.max(lowest, auto.black - REACH * width), shown.black),
    white: Math.max(Math.min(highest, auto.white + REACH * width), shown.white),
  };
}

/** Returns the brightness of a value, from 0 to 1. If black equals white, all values above are at full brightness. */
export function brightnessOf(value: number, { black, white }: Contrast): number {
  if (white > black) return Math.min(1, Math.max(0, (value - black) / (white - black)));
  return value > black ? 1 : 0;
}

/** Returns true for 8-bit RGB, whose colours a contrast stretch would change. */
function isScreenRgb(planes: readonly Plane[]): boolean {
  return planes.length > 1 && planes.every((plane) => plane instanceof Uint8Array);
}

function extremesOf(planes: readonly Plane[]): readonly [number, number] {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const plane of planes) {
    for (let index = 0; index < plane.length; index += 1) {
      const value = plane[index] ?? 0;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  }
  return lowest <= highest ? [lowest, highest] : [0, 0];
}

/** Returns evenly sampled values, sorted. */
function sampleOf(planes: readonly Plane[]): Float32Array {
  const total = planes.reduce((sum, { length }) => sum + length, 0);
  const step = Math.max(1, Math.floor(total / SAMPLED_VALUES));
  const taken = planes.map((plane) =>
    new Float32Array(Math.ceil(plane.length / step)).map((_, index) => plane[index * step] ?? 0),
  );
  const sample = new Float32Array(taken.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const values of taken) {
    sample.set(values, at);
    at += values.length;
  }
  return planes.some((plane) => plane instanceof Float32Array) ? sample.sort() : sortCounting(sample);
}

/** Sorts values of at most 16 bits in a tenth of the time. */
function sortCounting(values: Float32Array): Float32Array {
  const counts = new Uint32Array(2 ** 16);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  let at = 0;
  for (let value = 0; value < counts.length; value += 1) {
    const count = counts[value] ?? 0;
    if (count > 0) values.fill(value, at, at + count);
    at += count;
  }
  return values;
}

function percentilesOf(sorted: Float32Array): Contrast {
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return { black: at(BLACK_PERCENTILE), white: at(WHITE_PERCENTILE) };
}

/** Uses the square root of the counts, so that a large background does not flatten the rest. */
function histogramOf(sample: Float32Array, { black, white }: Contrast): readonly number[] {
  const counts = new Array<number>(HISTOGRAM_BINS).fill(0);
  for (const value of sample) {
    if (value < black || value > white) continue;
    const bin = Math.min(HISTOGRAM_BINS - 1, Math.floor(brightnessOf(value, { black, white }) * HISTOGRAM_BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  return counts.map((count) => Math.sqrt(count / most));
}
