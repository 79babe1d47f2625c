import { stat } from 'node:fs/promises';
import { flatContrast } from '@data-manager/domain/pictures/contrast';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import { shownSize, turnSamples } from '@data-manager/domain/pictures/pixels/orientation';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { smallerSize } from './areaMean';
import { hasOneValue, type DecodedPlane, type Values } from './decodedPlane';
import { decodeTiffPlane, findTiffImage, type ImagePlace } from './decodeTiff';
import { evenWeights } from './evenWeights';

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
 * planes; evenly spaced planes are tried then. Returns undefined if the file is not a readable image.
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
  return pixels.every((value) => Object.is(value, pixels[0]));
}

/**
 * Decodes one plane, scaled to at most `side` pixels; undefined if the file is not a readable image. Pixels of the smaller
 * picture are weighted means, so they lie between the lowest and the highest value of the file, but for rounding.
 */
export async function decodePlane(path: string, side: number, page = 0): Promise<DecodedPlane | undefined> {
  const metadata = await orIfUnreadable(openPlane(path, page).metadata());
  if (metadata !== undefined && !IMAGE_FORMATS.has(metadata.format)) return undefined;
  const place = metadata && (await orIfUnreadable(findPlace(path, page, metadata)));
  if (place !== undefined) {
    const plane = await orIfUnreadable(decodeWithSharp(path, side, page, place));
    if (plane !== undefined) return plane;
  }
  if (metadata !== undefined && metadata.format !== 'tiff') return undefined;
  return orIfUnreadable(decodeTiffPlane(path, side, page));
}

function openPlane(path: string, page: number): Sharp {
  return sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', page });
}

/** Types of samples that libvips neither clips nor changes by more than the rounding of its weights when it scales them. */
const EXACT_DEPTHS: ReadonlySet<string> = new Set(['uchar', 'ushort', 'float']);

/**
 * Returns true if libvips reads the values of a TIFF unchanged. It clips signed values of 16 bits, scales values of 32 bits and signed
 * values of 8 bits with rough weights, and does not know half floats. It takes any second or fourth sample for an opacity, by which it
 * multiplies the others, and ignores further samples.
 */
function isPlain({ format, depth, channels, hasAlpha, bitsPerSample }: Metadata): boolean {
  if (format !== 'tiff') return true;
  const isHalfFloat = depth === 'float' && bitsPerSample === 16;
  return EXACT_DEPTHS.has(depth) && !hasAlpha && (channels === 1 || channels >= 3) && !isHalfFloat;
}

/** Scales an image as it is stored, because the weights of a scaled one belong to its rows and columns, and turns it then. */
async function decodeWithSharp(
  path: string,
  side: number,
  page: number,
  { directory, pages }: ImagePlace,
): Promise<DecodedPlane | undefined> {
  const metadata = await openPlane(path, directory).metadata();
  if (!isPlain(metadata)) return undefined;
  const { depth, channels, width, height, orientation = 1 } = metadata;
  const stored = { width, height };
  const smaller = { ...smallerSize(stored, side), fit: 'fill', kernel: 'linear' } as const;
  const resized = (await withoutAlpha(path, directory, metadata)).resize(smaller);
  const described = { depth, original: shownSize(stored, orientation), pages, page, directory, isPlain: true };
  const isColour = channels >= 3;
  if (isColour && depth === 'uchar') {
    const { data, info } = await resized.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const plane = { ...described, ...turned(new Uint8Array(data), info, orientation) };
    const isFlat = hasOneValue(plane) && (await readRanges(path, plane)).every(({ min, max }) => min === max);
    return { ...plane, isFlat };
  }
  const { data, info } = await resized
    .toColourspace(fullRangeColourspace(isColour, depth))
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  // Copy: a pooled buffer may not be aligned.
  const values = new Float32Array(new Uint8Array(data).buffer);
  const isScaled = info.width < width || info.height < height;
  const pixels = depth === 'ushort' && isScaled ? await evenWeights(values, info.channels, info, stored) : values;
  return withinRange(path, { ...described, ...turned(pixels, info, orientation) });
}

/** Turns an image so that it can be shown. */
function turned<Pixels extends Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(
  pixels: Pixels,
  { channels, ...stored }: PictureSize & Pick<DecodedPlane, 'channels'>,
  orientation: number,
) {
  const size = shownSize(stored, orientation);
  return { ...size, channels, pixels: turnSamples(pixels, size, orientation, channels) };
}

/** Largest share of a value by which libvips changes integers when it scales them, unless `evenWeights` corrects them. */
const ROUNDING = 1 / 256;

/**
 * Tells whether an image is flat. What libvips makes of a flat image may be uneven by the rounding of its weights, which a
 * stretched contrast would show as a pattern: values outside of the range of the image are moved into it.
 */
async function withinRange(
  path: string,
  plane: Omit<DecodedPlane, 'isFlat'> & { readonly pixels: Values },
): Promise<DecodedPlane> {
  const { pixels, channels } = plane;
  const isEven = pixels.every((value, index) => {
    const first = pixels[index % channels] ?? 0;
    return Object.is(value, first) || Math.abs(value - first) <= ROUNDING * Math.abs(first);
  });
  if (!isEven) return { ...plane, isFlat: false };
  const ranges = await readRanges(path, plane);
  for (const [index, value] of pixels.entries()) {
    const { min, max } = ranges[index % channels] ?? { min: value, max: value };
    if (value < min || value > max) pixels[index] = value < min ? min : max;
  }
  return { ...plane, isFlat: ranges.every(({ min, max }) => Object.is(min, max)) };
}

/** Returns the lowest and the highest value of each channel of the image itself. */
async function readRanges(
  path: string,
  { pixels, channels, width, height, original, directory }: Omit<DecodedPlane, 'isFlat'>,
): Promise<readonly { readonly min: number; readonly max: number }[]> {
  if (width !== original.width || height !== original.height)
    return (await openPlane(path, directory).stats()).channels;
  return Array.from({ length: channels }, (_, channel) => {
    const own = pixels.filter((__, index) => index % channels === channel);
    return { min: Math.min(...own), max: Math.max(...own) };
  });
}

/** libvips counts directories. Some are those of thumbnails, and several planes of a stack may be behind a single one. */
async function findPlace(path: string, page: number, metadata: Metadata): Promise<ImagePlace> {
  const { format, pages = 1, width, height, channels } = metadata;
  const { size } = await stat(path);
  const isSimple = format !== 'tiff' || (pages === 1 && size < 2 * width * height * channels);
  return isSimple ? { directory: page, pages } : findTiffImage(path, size, page);
}

/** Opens a plane without its opacity, which would be multiplied into the values when they are scaled. */
async function withoutAlpha(path: string, page: number, { hasAlpha, format }: Metadata): Promise<Sharp> {
  if (!hasAlpha || format === 'tiff') return openPlane(path, page);
  const opaque = openPlane(path, page).removeAlpha().keepMetadata();
  return sharp(await opaque.png({ compressionLevel: 0 }).toBuffer(), { limitInputPixels: MAX_INPUT_PIXELS });
}

/** Resolves to undefined if an image can't be decoded. */
async function orIfUnreadable<T>(decoded: Promise<T>): Promise<T | undefined> {
  try {
    return await decoded;
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    // Neither library classifies its errors: treat all others as an unreadable image.
    return undefined;
  }
}

/** Returns whether libvips or Node.js could not allocate memory. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /out of memory|allocation failed/i.test(error.message);
}

/** Returns a color space in which libvips does not scale the values to 8 bits. */
function fullRangeColourspace(isColour: boolean, depth: string): string {
  const is16Bit = depth === 'ushort';
  if (isColour) return is16Bit ? 'rgb16' : 'srgb';
  return is16Bit ? 'grey16' : 'b-w';
}

/** Percentiles that become black and white: tissue uses a few percent of a camera's range. */
const LOW_PERCENTILE = 0.01;
const HIGH_PERCENTILE = 0.997;
/** Number of values that the percentiles are computed from; more make no visible difference. */
const SAMPLED_VALUES = 65_536;

/** The highest values of unsigned types. */
export const MAXIMA: Partial<Readonly<Record<string, number>>> = { uchar: 0xff, ushort: 0xffff };

/**
 * Maps values to 0…255, the 1st percentile to black and the 99.7th to white. Values that are not finite become black. A flat
 * image becomes as bright as its value is in the range of its type.
 */
export function stretchContrast(values: Values, depth: string): Uint8Array {
  const [low, high] = rangeToShow(values, depth);
  const stretched = new Uint8Array(values.length);
  const scale = 255 / (high - low);
  for (let index = 0; index < values.length; index += 1) {
    const value = ((values[index] ?? 0) - low) * scale;
    stretched[index] = value > 255 ? 255 : value > 0 ? Math.round(value) : 0;
  }
  return stretched;
}

function rangeToShow(values: Values, depth: string): readonly [low: number, high: number] {
  const [low, high] = percentiles(values);
  if (high > low) return [low, high];
  const { black, white } = flatContrast(low, MAXIMA[depth]);
  return [black, white];
}

/** Returns the values that become black and white. */
export function percentiles(values: Values): readonly [low: number, high: number] {
  const step = Math.max(1, Math.floor(values.length / SAMPLED_VALUES));
  const sample = values.filter((value, index) => index % step === 0 && Number.isFinite(value)).sort();
  const at = (share: number): number => sample[Math.round((sample.length - 1) * share)] ?? 0;
  const low = at(LOW_PERCENTILE);
  const high = at(HIGH_PERCENTILE);
  // A few bright spots on a uniform background all lie above the high percentile: use the full range.
  return high > low ? [low, high] : [at(0), at(1)];
}
