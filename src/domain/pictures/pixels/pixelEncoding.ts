import type { SampleType } from './fileImage';
import { isReadableType } from './readSamples';

/** The pixels of a picture, as its directory describes them. */
export interface PixelEncoding {
  /** Value of the tag `Compression`. */
  readonly compression: number;
  /** Undefined if the samples of a pixel differ in type. */
  readonly type: SampleType | undefined;
  /** Value of the tag `SampleFormat`. */
  readonly sampleFormat: number;
}

export const NO_COMPRESSION = 1;
export const LZW = 5;
export const JPEG = 7;
export const ZSTD = 50_000;

/** The compressions whose decoders return the values of the file: none, LZW, JPEG, Deflate, PackBits and ZSTD. */
const READ_COMPRESSIONS: readonly number[] = [NO_COMPRESSION, LZW, JPEG, 8, 32_946, 32_773, ZSTD];

interface UnreadCompression {
  readonly name: string;
  /** True if the server shows a preview nevertheless. */
  readonly isShown: boolean;
}

/** All others that have a name. */
const UNREAD_COMPRESSIONS: Readonly<Record<number, UnreadCompression>> = {
  2: { name: 'CCITT compression', isShown: true },
  3: { name: 'CCITT compression', isShown: true },
  4: { name: 'CCITT compression', isShown: true },
  6: { name: 'old JPEG compression', isShown: true },
  33_003: { name: 'JPEG 2000 compression', isShown: false },
  33_005: { name: 'JPEG 2000 compression', isShown: false },
  34_712: { name: 'JPEG 2000 compression', isShown: false },
  34_887: { name: 'LERC compression', isShown: false },
  34_925: { name: 'LZMA compression', isShown: false },
  50_001: { name: 'WebP compression', isShown: true },
  50_002: { name: 'JPEG XL compression', isShown: false },
  52_546: { name: 'JPEG XL compression', isShown: false },
};

/** Returns what of an image prevents reading its values, or undefined if nothing does. */
export function findUnread(encoding: PixelEncoding): string | undefined {
  const { compression } = encoding;
  if (READ_COMPRESSIONS.includes(compression)) return findUnreadType(encoding);
  return UNREAD_COMPRESSIONS[compression]?.name ?? `compression ${compression}`;
}

/** Returns what of an image prevents a preview, or undefined if no reason is certain. */
export function findUnshown(encoding: PixelEncoding): string | undefined {
  const unread = UNREAD_COMPRESSIONS[encoding.compression];
  return unread?.isShown === false ? unread.name : findUnreadType(encoding);
}

function findUnreadType({ type, sampleFormat }: PixelEncoding): string | undefined {
  if (type === undefined) return 'samples of different types';
  if (sampleFormat > 4) return 'complex numbers';
  if (isReadableType(type)) return undefined;
  return `${type.kind === 'float' ? 'floats' : 'integers'} of ${type.bits} bits`;
}

const SAMPLE_KINDS: Readonly<Record<number, SampleType['kind']>> = { 1: 'unsigned', 2: 'signed', 3: 'float' };

/** Returns the type of samples by the value of the tag `SampleFormat`. Samples of an undefined format count as unsigned. */
export function sampleType(sampleFormat: number, bits: number): SampleType {
  return { kind: SAMPLE_KINDS[sampleFormat] ?? 'unsigned', bits };
}
