import type { ByteReader } from '@data-manager/lib/byteReader';
import { NO_COMPRESSION, sampleType, type PixelEncoding } from './pixelEncoding';
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
  readonly encoding: PixelEncoding;
}

/** With fewer samples of colour than pixels. */
const YCBCR = 6;
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
  // The size of compressed pixels is not in the headers, and that of YCbCr depends on more tags.
  if (compression !== NO_COMPRESSION || photometric === YCBCR) {
    return { count, bytesOf: () => 1, planeBytes: undefined, encoding };
  }

  const pixelBits = sampleBits.reduce((sum, bits) => sum + bits, 0);
  const bytesOfRows = (bits: number, numberOfRows: number) => numberOfRows * Math.ceil((columns * bits) / 8);
  const bytesOf = (index: number): number => {
    const bits = isSeparate ? bitsOf(Math.floor(index / perSample)) : pixelBits;
    const isLastStrip = !isTiled && index % perSample === perSample - 1;
    return bytesOfRows(bits, isLastStrip ? height - rows * (down - 1) : rows);
  };
  if (isTiled) return { count, bytesOf, planeBytes: undefined, encoding };
  const planes = isSeparate ? sampleBits : [pixelBits];
  const planeBytes = planes.reduce((sum, bits) => sum + bytesOfRows(bits, height), 0);
  return { count, bytesOf, planeBytes, encoding };
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
