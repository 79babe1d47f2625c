import type { Samples } from './picture';

/** The value that is shown black and the one that is shown at full brightness; `black` is never above `white`. */
export interface Contrast {
  readonly black: number;
  readonly white: number;
}

/** What the values of a picture say about its contrast. */
interface ContrastFacts {
  readonly lowest: number;
  readonly highest: number;
  readonly auto: Contrast;
  readonly histogram: readonly number[];
}

/** Where black and white lie among the sorted values: real tissue fills a few percent of a camera's range. */
const BLACK_PERCENTILE = 0.01;
const WHITE_PERCENTILE = 0.997;
/** Percentiles of about this many values, taken evenly, are as good to the eye as those of all. */
const SAMPLED_VALUES = 65_536;
/** Parts of the range that a histogram tells apart. */
export const HISTOGRAM_BINS = 64;
/** What screens show of 8 bits. */
const SCREEN_CONTRAST: Contrast = { black: 0, white: 255 };
/** How far beyond the automatic contrast the handles reach, in times of its width. */
const REACH = 2;

/** Looks at all planes of a picture together, whose values are finite. */
export function judgeContrast(planes: readonly Samples[]): ContrastFacts {
  const [lowest, highest] = extremesOf(planes);
  const sample = sampleOf(planes);
  const auto = isOfScreenColours(planes) ? SCREEN_CONTRAST : percentilesOf(sample);
  // A few bright spots on an even ground lie above the high percentile all together: then the whole range counts.
  const contrast = auto.white > auto.black ? auto : { black: lowest, white: highest };
  const bounds = contrastBounds({ lowest, highest, auto: contrast });
  return { lowest, highest, auto: contrast, histogram: histogramOf(sample, bounds) };
}

/** What the handles of a contrast reach from and to. A contrast that lies outside, kept from another section, widens it. */
export function contrastBounds(
  { lowest, highest, auto }: Omit<ContrastFacts, 'histogram'>,
  shown: Contrast = auto,
): Contrast {
  const width = auto.white - auto.black;
  return {
    black: Math.min(Math.max(lowest, auto.black - REACH * width), shown.black),
    white: Math.max(Math.min(highest, auto.white + REACH * width), shown.white),
  };
}

/** How bright a value is shown, from 0 to 1. Without a range, all that is above black is at full brightness. */
export function brightnessOf(value: number, { black, white }: Contrast): number {
  if (white > black) return Math.min(1, Math.max(0, (value - black) / (white - black)));
  return value > black ? 1 : 0;
}

/** Colours of 8 bits are those that are meant: a stretched contrast would change them. */
function isOfScreenColours(planes: readonly Samples[]): boolean {
  return planes.length > 1 && planes.every((plane) => plane instanceof Uint8Array);
}

function extremesOf(planes: readonly Samples[]): readonly [number, number] {
  let lowest = Infinity;
  let highest = -Infinity;
  for (const plane of planes) {
    for (const value of plane) {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  }
  return lowest <= highest ? [lowest, highest] : [0, 0];
}

/** Values taken evenly, in order of their size. */
function sampleOf(planes: readonly Samples[]): Float32Array {
  const total = planes.reduce((sum, { length }) => sum + length, 0);
  const step = Math.max(1, Math.floor(total / SAMPLED_VALUES));
  const taken = planes.map((plane) => Float32Array.from(plane.filter((_, index) => index % step === 0)));
  const sample = new Float32Array(taken.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const values of taken) {
    sample.set(values, at);
    at += values.length;
  }
  return sample.sort();
}

function percentilesOf(sorted: Float32Array): Contrast {
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return { black: at(BLACK_PERCENTILE), white: at(WHITE_PERCENTILE) };
}

/** By the root of the counts: a background that fills the picture does not flatten the tissue. */
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
