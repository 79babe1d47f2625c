import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The value of a sample at a pixel as it is stored. `i` is the number of the pixel, row by row. */
type ValueAt = (i: number, x: number, y: number) => number;

/** An image of a file in `images/pixels`: a page, with a function for each sample of a pixel. */
interface OddPage {
  readonly width: number;
  readonly height: number;
  readonly samples: readonly ValueAt[];
}

/** What is known of a file in `images/pixels`. */
export interface OddImage {
  readonly name: string;
  readonly pages: readonly OddPage[];
  /** Largest difference from the stated values, which a lossy compression or the precision of floats causes. */
  readonly tolerance: number;
  /** TIFF's orientation. */
  readonly orientation: number;
  /** True if the file leaves out some pixels, which are zero. */
  readonly hasGaps: boolean;
}

function image(name: string, samples: readonly ValueAt[], more: Partial<OddImage & OddPage> = {}): OddImage {
  const { width = 16, height = 16, tolerance = 0, orientation = 1, hasGaps = false } = more;
  return { name, tolerance, orientation, hasGaps, pages: more.pages ?? [{ width, height, samples }] };
}

function page(samples: readonly ValueAt[], width = 16, height = 16): OddPage {
  return { width, height, samples };
}

const ramp: ValueAt = (i) => 100 + 10 * i;
const BITS = [1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0];
const WIDE = { width: 2_048, height: 512 };

/** The files whose values can be read. */
export const ODD_IMAGES: readonly OddImage[] = [
  ...['be16', 'pred2def', 'ifdloop', 'shortcount', 'packbits', 'lzwpred', 'zstd'].map((name) => image(name, [ramp])),
  // The file has no bytes for its second strip.
  image('zerostrip', [(i) => (i < 128 ? 100 + 10 * i : 0)], { hasGaps: true }),
  image('orient3', [ramp], { orientation: 3 }),
  image('orient6', [ramp], { orientation: 6 }),
  image('orient6rect', [ramp], { orientation: 6, height: 8 }),
  image('bigbetiled', [ramp], { width: 40, height: 40 }),
  image('int8neg', [(i) => i - 128]),
  image('int16neg', [(i) => 8 * i - 1_024]),
  image('int16allneg', [(i) => i - 300]),
  image('int32neg', [(i) => 500 * i - 100_000]),
  image('uint32small', [(i) => 300 + i]),
  image('uint32big', [(i) => 3_000_000_000 + 1_001 * i]),
  image('uint24', [(i) => 70_000 + i]),
  image('uint64', [(i) => 5 + i]),
  image('float16', [(i) => i / 4]),
  image('float01nan', [(i) => (i === 0 ? Number.NaN : i === 1 ? Infinity : Math.fround(i / 255))], { tolerance: 1e-7 }),
  image('floatneg', [(i) => Math.fround(-5 + i / 25.5)], { tolerance: 1e-6 }),
  image('float64', [(i) => 1_000 + i / 10], { tolerance: 1e-9 }),
  image('floattiny', [(i) => Math.fround(1e-7 * i)], { tolerance: 1e-11 }),
  image('floathuge', [(i) => Math.fround(1e30 * i)], { tolerance: 1e26 }),
  image('nodata', [(i) => (i % 10 === 0 ? -9_999 : Math.fround(0.5 + i / 1_000))], { tolerance: 1e-6 }),
  image('allnan', [() => Number.NaN]),
  image('bits1', [(_i, x) => BITS[x] ?? 0]),
  image('bits4', [(_i, x) => x]),
  image('bits12', [(i) => (16 * i) % 4_096]),
  image('miniswhite8', [(i) => i]),
  image('miniswhite16', [(i) => 256 * i]),
  image('palette', [(i) => i]),
  image('planarrgb', [(_i, x) => 16 * x, (_i, _x, y) => 16 * y, () => 200]),
  image('rgb16', [(i) => 1_000 + 10 * i, (i) => 30_000 - 20 * i, (i) => 5 * i]),
  image('rgba0', [() => 200, () => 100, () => 50, (i) => (i < 128 ? 0 : 255)]),
  image('rgba16', [() => 2_000, () => 1_000, () => 500, () => 0]),
  image('greya', [() => 77, () => 0]),
  image('two16', [(i) => 100 + i, (i) => 40_000 - i]),
  image('three16grey', [(i) => 1_000 + i, (i) => 5_000 + i, (i) => 9_000 + i]),
  image(
    'five16',
    [0, 1, 2, 3, 4].map((sample) => (i) => 1_000 * sample + i),
  ),
  image('cmyk8', [(i) => (i < 128 ? 255 : 0), () => 0, () => 0, (i) => (i < 128 ? 0 : 255)]),
  image('jpegrgb', [(i) => i, (i) => 255 - i, () => 100], { tolerance: 12 }),
  image('flat500', [() => 500]),
  image('line5000', [(_i, x) => x], { width: 5_000, height: 1 }),
  image('sat12', [(_i, x) => (x < 1_000 ? 100 : 4_095)], WIDE),
  image('hotpixel', [(_i, x, y) => (x === 1_001 && y === 200 ? 60_000 : 100)], WIDE),
  image('labels', [(_i, x) => (Math.floor(x / 3) % 2 === 0 ? 0 : 1_000)], WIDE),
  image(
    'nanbig',
    [(_i, x, y) => (x >= 1_000 && x < 1_003 && y >= 200 && y < 203 ? Number.NaN : Math.fround(x / 2_048))],
    WIDE,
  ),
  image('stack3', [], { pages: [1_000, 2_000, 3_000].map((first) => page([(i) => first + i])) }),
  image('imagej5', [], { pages: [1, 2, 3, 4, 5].map((plane) => page([(i) => 1_000 * plane + i])) }),
  image('mixed', [], { pages: [page([ramp]), page([(i) => Math.fround(0.001 * i)])], tolerance: 1e-7 }),
  image('thumbpage', [], { pages: [page([(i) => i], 64, 64)] }),
];

/** Returns the bytes of a file in `images/pixels`. */
export function readOddImage(name: string): Buffer {
  return readFileSync(path.join(__dirname, 'images', 'pixels', `${name}.tif`));
}
