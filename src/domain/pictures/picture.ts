import { judgeContrast, type Contrast } from './contrast';

/** Samples as they are drawn: 8 and 16 bits as they came, all else as 32-bit floats. Never NaN, never infinite. */
export type Samples = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

/** Samples as a decoder gives them. */
export type RawSamples = Samples | Int8Array | Int16Array | Uint32Array | Int32Array | Float64Array | Uint8ClampedArray;

/** Width and height, pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A decoded picture, from the top left, row by row. */
export interface Picture extends PictureSize {
  /** One plane of grey, or three: red, green and blue. */
  readonly planes: readonly Samples[];
  readonly lowest: number;
  readonly highest: number;
  /** The contrast that suits it. */
  readonly auto: Contrast;
  /** How often each part of its range occurs, the most frequent as 1 (`HISTOGRAM_BINS`). */
  readonly histogram: readonly number[];
}

/** Larger pictures are not decoded: they would eat the memory of the page. */
const MAX_PIXELS = 64 * 1024 ** 2;
/** No side of a decoded picture is longer: more than a screen shows, and a texture that every graphics card takes. */
const MAX_SIDE = 2048;

/** Whether a picture of this size is decoded at all. */
export function isDecodable({ width, height }: PictureSize): boolean {
  return width >= 1 && height >= 1 && width * height <= MAX_PIXELS;
}

/** Makes a picture of what a decoder gives; of a large one every second pixel is taken, or every third, and so on. */
export function makePicture(size: PictureSize, raw: readonly RawSamples[]): Picture {
  const step = Math.ceil(Math.max(size.width, size.height) / MAX_SIDE);
  const planes = raw.map((plane) => toSamples(step === 1 ? plane : takeEvery(step, size, plane)));
  return {
    width: Math.ceil(size.width / step),
    height: Math.ceil(size.height / step),
    planes,
    ...judgeContrast(planes),
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

/** Bytes that a picture's samples take. */
export function pictureBytes({ planes }: Picture): number {
  return planes.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The size that holds all of them; undefined for none. */
export function commonSize(sizes: readonly PictureSize[]): PictureSize | undefined {
  if (sizes.length === 0) return undefined;
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
}

function takeEvery(step: number, { width, height }: PictureSize, plane: RawSamples): RawSamples {
  const columns = Math.ceil(width / step);
  return plane
    .slice(0, columns * Math.ceil(height / step))
    .map((_, index) => plane[Math.floor(index / columns) * step * width + (index % columns) * step] ?? 0);
}

function toSamples(raw: RawSamples): Samples {
  if (raw instanceof Uint8ClampedArray) return new Uint8Array(raw);
  if (raw instanceof Uint8Array || raw instanceof Uint16Array) return raw;
  return withoutGaps(raw instanceof Float32Array ? raw : new Float32Array(raw));
}

/** What is not a number, or infinite, becomes the nearest value that is there; zero where there is none at all. */
function withoutGaps(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
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
