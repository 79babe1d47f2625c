import type { FileSamples, SampleType } from './fileImage';

/** How the decompressed bytes of some rows are laid out. */
interface SampleLayout {
  readonly type: SampleType;
  /** Samples of a pixel that follow each other. */
  readonly samples: number;
  readonly columns: number;
  readonly rows: number;
  readonly isLittleEndian: boolean;
}

const WHOLE = {
  unsigned: { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array, 64: BigUint64Array },
  signed: { 8: Int8Array, 16: Int16Array, 32: Int32Array, 64: BigInt64Array },
  float: { 32: Float32Array, 64: Float64Array },
} as const;

/** Returns true if the samples of this type can be read. */
export function isReadableType({ kind, bits }: SampleType): boolean {
  if (kind === 'float') return bits === 16 || bits === 32 || bits === 64;
  return (Number.isInteger(bits) && bits >= 1 && bits <= 32) || bits === 64;
}

/**
 * Reads the samples of rows: a plane for each sample of a pixel. The bytes may be changed. Returns undefined if there are
 * too few.
 */
export function readSamples(bytes: Uint8Array<ArrayBuffer>, layout: SampleLayout): readonly FileSamples[] | undefined {
  const { type, samples, columns, rows } = layout;
  const rowBytes = Math.ceil((columns * samples * type.bits) / 8);
  if (bytes.length < rows * rowBytes) return undefined;
  const values =
    type.bits % 8 === 0 && type.bits !== 24 ? readWhole(bytes, layout) : readPacked(bytes, layout, rowBytes);
  return samples === 1 ? [values] : separate(values, samples);
}

/** Every browser runs on little-endian machines only, so samples of big-endian files are swapped. */
function readWhole(
  bytes: Uint8Array<ArrayBuffer>,
  { type, samples, columns, rows, isLittleEndian }: SampleLayout,
): FileSamples {
  const size = type.bits / 8;
  const count = columns * rows * samples;
  // A typed array has to begin at a multiple of its element's size.
  const own = bytes.byteOffset % size === 0 ? bytes.subarray(0, count * size) : bytes.slice(0, count * size);
  if (!isLittleEndian) swapBytes(own, size);
  if (type.kind === 'float' && type.bits === 16) {
    return Float32Array.from(new Uint16Array(own.buffer, own.byteOffset, count), halfFloat);
  }
  const arrays: Partial<Record<number, WholeArray>> = WHOLE[type.kind];
  const Samples = arrays[type.bits] ?? Uint8Array;
  return new Samples(own.buffer, own.byteOffset, count);
}

type WholeArray = new (buffer: ArrayBuffer, byteOffset: number, length: number) => FileSamples;

/** Reverses the bytes of each value. */
export function swapBytes(bytes: Uint8Array, size: number): void {
  if (size === 1) return;
  for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

/** Reads samples of other sizes. The bits of a row follow each other, the highest first, except in whole bytes. */
function readPacked(
  bytes: Uint8Array,
  { type, samples, columns, rows, isLittleEndian }: SampleLayout,
  rowBytes: number,
): FileSamples {
  const { bits, kind } = type;
  const perRow = columns * samples;
  const values = packedArray(type, perRow * rows);
  for (let row = 0; row < rows; row += 1) {
    const start = row * rowBytes * 8;
    for (let index = 0; index < perRow; index += 1) {
      const isSwapped = bits === 24 && isLittleEndian;
      const value = isSwapped
        ? readSwapped24(bytes, (start + index * bits) / 8)
        : readBits(bytes, start + index * bits, bits);
      values[row * perRow + index] = kind === 'signed' && value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
    }
  }
  return values;
}

function packedArray({ kind, bits }: SampleType, length: number) {
  if (kind === 'signed') return new Int32Array(length);
  if (bits <= 8) return new Uint8Array(length);
  return bits <= 16 ? new Uint16Array(length) : new Uint32Array(length);
}

function readSwapped24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0) * 0x10000;
}

function readBits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  let read = 0;
  while (read < count) {
    const at = start + read;
    const taken = Math.min(8 - (at % 8), count - read);
    const rest = ((bytes[Math.floor(at / 8)] ?? 0) >> (8 - (at % 8) - taken)) & (2 ** taken - 1);
    // Multiplied rather than shifted: 32 bits would become negative.
    value = value * 2 ** taken + rest;
    read += taken;
  }
  return value;
}

/** Converts a half float, which has 5 bits of exponent and 10 of fraction. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function separate(values: FileSamples, samples: number): readonly FileSamples[] {
  const count = values.length / samples;
  return Array.from({ length: samples }, (_, sample) => gather(values, count, (index) => index * samples + sample));
}

/** Returns the values at other places, as many as `count`, which is at most their number. */
export function gather<Values extends FileSamples>(
  values: Values,
  count: number,
  placeOf: (index: number) => number,
): Values {
  // TypeScript can't express that both arrays have the same type.
  const gathered = values.slice(0, count) as Values;
  for (let index = 0; index < count; index += 1) gathered[index] = values[placeOf(index)] as never;
  return gathered;
}
