import sharp, { type Channels, type Sharp } from 'sharp';

/** What microscopes and people save images as. Not SVG and the like, which could point the decoder elsewhere. */
export const IMAGE_FORMATS: ReadonlySet<string> = new Set(['tiff', 'png', 'jpeg', 'webp', 'gif']);
/** 46,000 × 46,000: more than any section scanner gives, and less than what would eat the machine. */
export const MAX_INPUT_PIXELS = 2 ** 31;
/** Planes that are looked at where the first is empty. */
const PLANES_TRIED = 16;

/**
 * Reads the plane of an image file that shows what the file is, no side longer than `side` pixels: the first, or, where
 * that is empty, as in stacks it can be, the first of others, taken evenly, that is not. Undefined where the file is no
 * image that can be read.
 */
export async function decodeNonEmptyPlane(path: string, side: number): Promise<DecodedPlane | undefined> {
  const first = await decodePlane(path, side);
  if (first === undefined || !isEmpty(first)) return first;
  const step = Math.max(1, first.pages / PLANES_TRIED);
  for (let page = step; page < first.pages; page += step) {
    const other = await decodePlane(path, side, Math.floor(page));
    if (other?.width !== first.width || other.height !== first.height || isEmpty(other)) continue;
    return other;
  }
  return first;
}

/** Of one value only. */
function isEmpty({ pixels }: DecodedPlane): boolean {
  return pixels.every((value) => value === pixels[0]);
}

/** One plane of an image. */
export interface DecodedPlane {
  /** As floats where the contrast is to be stretched, as bytes where not. */
  readonly pixels: Float32Array | Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
  /** Planes in the file. */
  readonly pages: number;
  /** Which of them this is, from 0. */
  readonly page: number;
}

/** Reads a plane of an image file, no side longer than `side` pixels; undefined where it is none that can be read. */
export async function decodePlane(path: string, side: number, page = 0): Promise<DecodedPlane | undefined> {
  const open = (): Sharp => sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', page });
  try {
    const { format, depth, channels, pages = 1 } = await open().metadata();
    if (!IMAGE_FORMATS.has(format)) return undefined;
    const resized = open().autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const isColour = channels >= 3;
    if (isColour && depth === 'uchar') {
      const { data, info } = await resized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
      return { ...info, pages, page, pixels: data };
    }
    const kept = resized.removeAlpha().toColourspace(spaceThatKeepsValues(isColour, depth));
    const { data, info } = await kept.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
    // A copy, because a pooled buffer need not begin where four-byte numbers may begin.
    return { ...info, pages, page, pixels: new Float32Array(new Uint8Array(data).buffer) };
  } catch {
    // sharp's errors have no kinds: whatever the decoder says, there is no preview of this file.
    return undefined;
  }
}

/** libvips scales to 8 bits on the way out unless the space says otherwise. */
function spaceThatKeepsValues(isColour: boolean, depth: string): string {
  const is16Bit = depth === 'ushort' || depth === 'short';
  if (isColour) return is16Bit ? 'rgb16' : 'srgb';
  return is16Bit ? 'grey16' : 'b-w';
}

/** Where black and white lie among the sorted values: real tissue fills a few percent of a camera's range. */
const LOW_PERCENTILE = 0.01;
const HIGH_PERCENTILE = 0.997;
/** Percentiles of this many values, taken evenly, are as good to the eye as those of all. */
const SAMPLED_VALUES = 65_536;

/**
 * Maps values of any range to 0…255, the 1st percentile to black and the 99.7th to white. Values that are no
 * finite number are black. An image of one value only becomes mid-grey, since there is nothing to stretch.
 */
export function stretchContrast(values: Float32Array): Uint8Array {
  const [low, high] = percentiles(values);
  const stretched = new Uint8Array(values.length);
  if (!(high > low)) return stretched.fill(128);
  const scale = 255 / (high - low);
  for (let index = 0; index < values.length; index += 1) {
    const value = ((values[index] ?? 0) - low) * scale;
    stretched[index] = value > 255 ? 255 : value > 0 ? Math.round(value) : 0;
  }
  return stretched;
}

/** What becomes black and what becomes white, from all values or a sample of them. */
export function percentiles(values: Float32Array): readonly [low: number, high: number] {
  const step = Math.max(1, Math.floor(values.length / SAMPLED_VALUES));
  const sample = values.filter((value, index) => index % step === 0 && Number.isFinite(value)).sort();
  const at = (share: number): number => sample[Math.round((sample.length - 1) * share)] ?? 0;
  const low = at(LOW_PERCENTILE);
  const high = at(HIGH_PERCENTILE);
  // Few bright spots on an even ground can lie above the high percentile all together: then take the whole range.
  return high > low ? [low, high] : [at(0), at(1)];
}
