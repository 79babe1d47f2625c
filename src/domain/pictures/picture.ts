import type { FlatKind } from './check/imageContent';
import { analyzeContrast, type Contrast } from './contrast';
import type { Plane, RawPlane } from './plane';

/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The image that a picture was made from. Undefined if the server does not describe it. */
export interface PictureOrigin {
  /** Size of the original image, which may be larger than the picture. */
  readonly size?: PictureSize | undefined;
  /** Number of pages of a multi-page file. */
  readonly pages?: number | undefined;
  /** The page that is shown, from 1. */
  readonly page?: number | undefined;
  /** What the pixels of the page are. */
  readonly content?: 'complete' | FlatKind | undefined;
}

/** A decoded picture, row by row from the top left. */
export interface Picture extends PictureSize {
  readonly origin?: PictureOrigin | undefined;
  /** A grey plane, or red, green and blue planes. */
  readonly planes: readonly Plane[];
  readonly lowest: number;
  readonly highest: number;
  /** The automatic contrast. */
  readonly auto: Contrast;
  /** Histogram with `HISTOGRAM_BINS` bins, scaled to a maximum of 1. */
  readonly histogram: readonly number[];
}

/** A float that is black with every contrast. */
export const LOWEST = -3.4e38;

/** Larger pictures are not decoded, to limit memory use. */
const MAX_PIXELS = 64 * 1024 ** 2;
/** Maximum side of a decoded picture. Exceeds most screens. */
const MAX_SIDE = 2048;

/** Returns true if a picture of this size can be decoded. */
export function isDecodable({ width, height }: PictureSize): boolean {
  return width >= 1 && height >= 1 && width * height <= MAX_PIXELS;
}

/** Creates a picture from decoded samples. Downsamples large pictures by skipping pixels. */
export function makePicture(size: PictureSize, raw: readonly RawPlane[]): Picture {
  const step = Math.ceil(Math.max(size.width, size.height) / MAX_SIDE);
  const planes = raw.map((plane) => toPlane(step === 1 ? plane : takeEvery(step, size, plane)));
  return {
    width: Math.ceil(size.width / step),
    height: Math.ceil(size.height / step),
    planes,
    ...analyzeContrast(planes),
  };
}

/** Splits RGBA pixels into red, green and blue planes, or a single plane if all pixels are grey. */
export function planesOfRgba(pixels: Uint8ClampedArray): readonly Uint8Array<ArrayBuffer>[] {
  const count = pixels.length / 4;
  const planes = [0, 1, 2].map((part) => new Uint8Array(count).map((_, index) => pixels[index * 4 + part] ?? 0));
  const [red, green, blue] = planes;
  const isGrey = red?.every((value, index) => value === green?.[index] && value === blue?.[index]);
  return isGrey === true && red !== undefined ? [red] : planes;
}

/** Returns the size of a picture's samples in bytes. */
export function pictureBytes({ planes }: Picture): number {
  return planes.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Returns the smallest size that contains all given sizes, or undefined without any. */
export function commonSize(sizes: readonly PictureSize[]): PictureSize | undefined {
  if (sizes.length === 0) return undefined;
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
}

function takeEvery(step: number, { width, height }: PictureSize, plane: RawPlane): RawPlane {
  const columns = Math.ceil(width / step);
  return plane
    .slice(0, columns * Math.ceil(height / step))
    .map((_, index) => plane[Math.floor(index / columns) * step * width + (index % columns) * step] ?? 0);
}

function toPlane(raw: RawPlane): Plane {
  if (raw instanceof Uint8ClampedArray) return new Uint8Array(raw);
  if (raw instanceof Uint8Array || raw instanceof Uint16Array) return raw;
  return withoutNonFinite(raw instanceof Float32Array ? raw : new Float32Array(raw));
}

/** Replaces infinite values by the nearest finite one and NaN by the lowest. Returns zeros if no value is finite. */
function withoutNonFinite(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let lowest = Infinity;
  let highest = -Infinity;
  let gaps = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) gaps += 1;
    else {
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  }
  if (gaps === 0) return values;
  if (gaps === values.length) return values.map(() => 0);
  return values.map((value) => (Number.isFinite(value) ? value : value === Infinity ? highest : lowest));
}
