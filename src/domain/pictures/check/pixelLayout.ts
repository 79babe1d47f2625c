import type { ByteReader } from '@data-manager/lib/byteReader';
import type { PictureSize } from '../picture';
import { JPEG, NO_COMPRESSION, sampleType, type PixelEncoding } from '../pixels/pixelEncoding';
import {
  BadImage,
  readNumber,
  readNumbers,
  TAG,
  type Directory,
  type Format,
  type Source,
  type ValueList,
} from './tiffDirectory';

/** The strips or tiles that the picture of a directory needs. */
export interface PixelLayout {
  /** Number of strips or tiles. */
  readonly count: number;
  /** Returns the number of bytes that a strip or tile has at least. */
  readonly bytesOf: (index: number) => number;
  /** Bytes of all strips, one after the other. Undefined for tiles, and if the pixels are compressed. */
  readonly planeBytes: number | undefined;
  /** The lists without which the pixels can't be read, beside those of the strips or tiles. */
  readonly tables: readonly ValueList[];
  readonly encoding: PixelEncoding;
}

const PALETTE = 3;
/** Brightness and two differences of colour, which several pixels share. */
const YCBCR = 6;
const YCBCR_SAMPLES = 3;
/** Pixels that share their differences of colour, by default in both directions. */
const DEFAULT_CELL = 2;
const SEPARATE_SAMPLES = 2;
/** More samples than any instrument writes. Limits the work for one directory. */
const MAX_SAMPLES = 8_192;

/** Returns undefined if the directory has no picture. */
export function* readPixelLayout(
  format: Format,
  source: Source,
  { lists }: Directory,
): ByteReader<PixelLayout | undefined> {
  const number = (tag: number, missing: number) => readNumber(format, source, lists.get(tag), missing);
  const width = yield* number(TAG.width, 0);
  const height = yield* number(TAG.height, 0);
  if (width === 0 || height === 0) return undefined;
  const samples = yield* number(TAG.samples, 1);
  if (samples === 0 || samples > MAX_SAMPLES) throw new BadImage('damaged');
  const bitsOf = yield* readBits(format, source, lists.get(TAG.bits));
  const tileWidth = yield* number(TAG.tileWidth, 0);
  const tileHeight = yield* number(TAG.tileHeight, 0);
  const isTiled = tileWidth > 0 && tileHeight > 0;
  const rowsPerStrip = yield* number(TAG.rowsPerStrip, height);
  const rows = isTiled ? tileHeight : rowsPerStrip > 0 ? Math.min(rowsPerStrip, height) : height;
  const columns = isTiled ? tileWidth : width;
  const down = Math.ceil(height / rows);
  const perSample = down * (isTiled ? Math.ceil(width / tileWidth) : 1);
  const isSeparate = samples > 1 && (yield* number(TAG.arrangement, 1)) === SEPARATE_SAMPLES;
  const count = isSeparate ? perSample * samples : perSample;

  const compression = yield* number(TAG.compression, NO_COMPRESSION);
  const photometric = yield* number(TAG.photometric, 0);
  const sampleFormat = yield* number(TAG.sampleFormat, 1);
  const sampleBits = Array.from({ length: samples }, (_, sample) => bitsOf(sample));
  const isUniform = sampleBits.every((bits) => bits === sampleBits[0]);
  const type = isUniform ? sampleType(sampleFormat, bitsOf(0)) : undefined;
  const encoding = { compression, sampleFormat, type };
  const palette = photometric === PALETTE ? lists.get(TAG.palette) : undefined;
  const jpegTables = compression === JPEG ? lists.get(TAG.jpegTables) : undefined;
  const tables = [palette, jpegTables].filter((list) => list !== undefined);
  const isSubsampled = photometric === YCBCR && samples === YCBCR_SAMPLES && !isSeparate;
  // The size of compressed pixels is not in the headers.
  if (compression !== NO_COMPRESSION || (photometric === YCBCR && !isSubsampled)) {
    return { count, bytesOf: () => 1, planeBytes: undefined, tables, encoding };
  }

  const cell = isSubsampled ? yield* readCell(format, source, lists.get(TAG.subsampling)) : { width: 1, height: 1 };
  const cellBits = isSubsampled
    ? (cell.width * cell.height + 2) * bitsOf(0)
    : sampleBits.reduce((sum, bits) => sum + bits, 0);
  const bytesOfRows = (bits: number, numberOfRows: number) =>
    Math.ceil(numberOfRows / cell.height) * Math.ceil((Math.ceil(columns / cell.width) * bits) / 8);
  const bytesOf = (index: number): number => {
    const bits = isSeparate ? bitsOf(Math.floor(index / perSample)) : cellBits;
    const isLastStrip = !isTiled && index % perSample === perSample - 1;
    return bytesOfRows(bits, isLastStrip ? height - rows * (down - 1) : rows);
  };
  if (isTiled) return { count, bytesOf, planeBytes: undefined, tables, encoding };
  const planes = isSeparate ? sampleBits : [cellBits];
  const planeBytes = planes.reduce((sum, bits) => sum + bytesOfRows(bits, height), 0);
  return { count, bytesOf, planeBytes, tables, encoding };
}

/** Returns a function of the bits of a sample. Files may give one number for all samples. */
function* readBits(
  format: Format,
  source: Source,
  list: ValueList | undefined,
): ByteReader<(sample: number) => number> {
  if (list === undefined || list.count === 0) return () => 1;
  const bits = yield* readNumbers(format, source, list);
  return (sample) => bits(Math.min(sample, list.count - 1));
}

/** Returns the pixels of YCbCr that share their differences of colour. Their brightnesses and these differences follow each other. */
function* readCell(format: Format, source: Source, list: ValueList | undefined): ByteReader<PictureSize> {
  const sides = yield* readNumbers(format, source, list);
  return { width: sides(0) || DEFAULT_CELL, height: sides(1) || DEFAULT_CELL };
}
