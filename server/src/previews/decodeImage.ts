import sharp, { type Channels, type Sharp } from 'sharp';

/** Supported formats. Not SVG, which can reference other files. */
const IMAGE_FORMATS: ReadonlySet<string> = new Set(['tiff', 'png', 'jpeg', 'webp', 'gif']);
/** About 46,000 × 46,000: more than section scanners produce, and still safe to decode. */
export const MAX_INPUT_PIXELS = 2 ** 31;
/** Number of planes to try if the first is empty. */
const PLANES_TRIED = 16;

/** Decodes a plane, or the last one if the file has fewer. Without `page`, decodes the first non-empty plane. */
export async function decodeShownPlane(path: string, side: number, page?: number): Promise<DecodedPlane | undefined> {
  if (page === undefined) return decodeNonEmptyPlane(path, side);
  const plane = await decodePlane(path, side, page);
  if (plane !== undefined || page === 0) return plane;
  const first = await decodePlane(path, side);
  return first === undefined || page < first.pages ? undefined : decodePlane(path, side, first.pages - 1);
}

/**
 * Decodes the first non-empty plane of an image file, scaled to at most `side` pixels. Stacks can start with empty
 * planes; evenly spaced ones are tried then. Returns undefined if the file is not a readable image.
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

function isEmpty({ pixels }: DecodedPlane): boolean {
  return pixels.every((value) => value === pixels[0]);
}

/** A decoded plane of an image. */
export interface DecodedPlane {
  /** Floats if the contrast should be stretched, bytes otherwise. */
  readonly pixels: Float32Array | Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
  /** Type of the values in the file, such as `ushort`. */
  readonly depth: string;
  /** Size of the plane in the file. */
  readonly original: { readonly width: number; readonly height: number };
  /** Number of planes in the file. */
  readonly pages: number;
  /** Zero-based index of this plane. */
  readonly page: number;
}

/** Decodes one plane, scaled to at most `side` pixels; undefined if the file is not a readable image. */
export async function decodePlane(path: string, side: number, page = 0): Promise<DecodedPlane | undefined> {
  const open = (): Sharp => sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', page });
  try {
    const { format, depth, channels, pages = 1, autoOrient: original } = await open().metadata();
    if (!IMAGE_FORMATS.has(format)) return undefined;
    const resized = open().autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const isColour = channels >= 3;
    if (isColour && depth === 'uchar') {
      const { data, info } = await resized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
      return { ...info, depth, original, pages, page, pixels: data };
    }
    const kept = resized.removeAlpha().toColourspace(fullRangeColourspace(isColour, depth));
    const { data, info } = await kept.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
    // Copy: a pooled buffer may not be aligned to four bytes.
    return { ...info, depth, original, pages, page, pixels: new Float32Array(new Uint8Array(data).buffer) };
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    // sharp does not classify its errors: treat all others as an unreadable image.
    return undefined;
  }
}

/** Returns whether libvips or Node.js could not allocate memory. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|allocation failed/i.test(error.message);
}

/** Returns a color space in which libvips does not scale the values to 8 bits. */
function fullRangeColourspace(isColour: boolean, depth: string): string {
  const is16Bit = depth === 'ushort' || depth === 'short';
  if (isColour) return is16Bit ? 'rgb16' : 'srgb';
  return is16Bit ? 'grey16' : 'b-w';
}

/** Percentiles that become black and white: tissue uses a few percent of a camera's range. */
const LOW_PERCENTILE = 0.01;
const HIGH_PERCENTILE = 0.997;
/** Number of values that the percentiles are computed from; more make no visible difference. */
const SAMPLED_VALUES = 65_536;

/**
 * Maps values to 0…255, the 1st percentile to black and the 99.7th to white. Values that are not finite become black. A
 * uniform image becomes mid-gray.
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

/** Returns the values that become black and white. */
export function percentiles(values: Float32Array): readonly [low: number, high: number] {
  const step = Math.max(1, Math.floor(values.length / SAMPLED_VALUES));
  const sample = values.filter((value, index) => index % step === 0 && Number.isFinite(value)).sort();
  const at = (share: number): number => sample[Math.round((sample.length - 1) * share)] ?? 0;
  const low = at(LOW_PERCENTILE);
  const high = at(HIGH_PERCENTILE);
  // A few bright spots on a uniform background all lie above the high percentile: use the full range.
  return high > low ? [low, high] : [at(0), at(1)];
}
