import { deflateSync } from 'node:zlib';
import type { SampleType } from '@data-manager/domain/pictures/pixels/fileImage';

/** An image to write, with the layout of its file. */
export interface WrittenTiff {
  readonly width: number;
  readonly height: number;
  readonly type: SampleType;
  /** Samples of a pixel. */
  readonly samples?: number;
  readonly valueAt: (x: number, y: number, sample: number) => number | bigint;
  readonly isBigEndian?: boolean;
  /** BigTIFF, with 64-bit offsets. */
  readonly isBig?: boolean;
  readonly isPlanar?: boolean;
  /** Rows of a strip, or the side of a tile, a multiple of 16. Without either, the image is one strip. */
  readonly rowsPerStrip?: number;
  readonly tileSide?: number;
  readonly compression?: 'deflate' | 'zstd' | 'lzw';
  /** 2: differences of neighbours. */
  readonly predictor?: 1 | 2;
  readonly photometric?: number;
  readonly orientation?: number;
  /** `NewSubfileType`. */
  readonly subfile?: number;
  /** Values that contradict the pixels, by tag. */
  readonly claimed?: Readonly<Record<number, number>>;
  /** Lower resolutions, which are written as subdirectories. */
  readonly reduced?: readonly WrittenTiff[];
}

export type Entry = readonly [tag: number, type: number, values: readonly (number | bigint)[]];

export const [ASCII, SHORT, LONG, RATIONAL, LONG8] = [2, 3, 4, 5, 16];
const TYPE_BYTES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8, 16: 8 };
const FORMATS = { unsigned: 1, signed: 2, float: 3 } as const;

const COMPRESSIONS = { deflate: 8, zstd: 50_000, lzw: 5 } as const;

/** Writes the pages of a TIFF byte by byte, with layouts that sharp can't write. Each directory follows its pixels. */
export function writeTiff(first: WrittenTiff, ...others: readonly WrittenTiff[]): Buffer {
  const { isBig = false, isBigEndian = false } = first;
  const header = encodeHeader(isBig, isBigEndian);
  const chunks: Buffer[] = [header];
  let length = header.length;
  /** Where the position of the next directory goes. */
  let link = { chunk: header, at: isBig ? 8 : 4 };
  const add = (chunk: Buffer): number => {
    const start = length;
    chunks.push(chunk, Buffer.alloc(chunk.length % 2));
    length += chunk.length + (chunk.length % 2);
    return start;
  };
  const addImage = (image: WrittenTiff): { readonly start: number; readonly link: typeof link } => {
    const places = (image.reduced ?? []).map((one) => addImage({ ...one, isBig, isBigEndian }).start);
    const blocks = encodeBlocks({ ...image, isBigEndian }).map((block) => ({
      length: block.length,
      start: add(block),
    }));
    const { chunk, linkAt } = encodeDirectory(entriesOf(image, blocks, places, isBig), length, isBig, isBigEndian);
    return { start: add(chunk), link: { chunk, at: linkAt } };
  };
  for (const image of [first, ...others]) {
    const added = addImage(image);
    setPlace(link.chunk, link.at, added.start, isBig, isBigEndian);
    link = added.link;
  }
  return Buffer.concat(chunks);
}

/** Returns the first bytes of a file, with room for the position of the first directory. */
export function encodeHeader(isBig: boolean, isBigEndian: boolean): Buffer {
  const header = Buffer.alloc(isBig ? 16 : 8);
  const view = viewOf(header);
  view.setUint16(0, isBigEndian ? 0x4d4d : 0x4949);
  view.setUint16(2, isBig ? 43 : 42, !isBigEndian);
  if (isBig) view.setUint16(4, 8, !isBigEndian);
  return header;
}

/** Writes the position of a directory. */
export function setPlace(chunk: Buffer, at: number, start: number, isBig: boolean, isBigEndian: boolean): void {
  if (isBig) viewOf(chunk).setBigUint64(at, BigInt(start), !isBigEndian);
  else viewOf(chunk).setUint32(at, start, !isBigEndian);
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
}

/** Returns the entries of a directory. */
export function entriesOf(
  image: Omit<WrittenTiff, 'valueAt' | 'reduced'>,
  blocks: readonly { readonly start: number; readonly length: number }[],
  reduced: readonly number[],
  isBig: boolean,
): readonly Entry[] {
  const { width, height, type, samples = 1, isPlanar = false, tileSide, compression } = image;
  const place = isBig ? LONG8 : LONG;
  const starts = blocks.map(({ start }) => start);
  const lengths = blocks.map(({ length }) => length);
  const strips: readonly Entry[] = [
    [273, place, starts],
    [278, LONG, [image.rowsPerStrip ?? height]],
    [279, place, lengths],
  ];
  const tiles = (side: number): readonly Entry[] => [
    [322, LONG, [side]],
    [323, LONG, [side]],
    [324, place, starts],
    [325, place, lengths],
  ];
  const entries: readonly Entry[] = [
    [254, LONG, [image.subfile ?? 0]],
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, new Array<number>(samples).fill(type.bits)],
    [259, SHORT, [compression === undefined ? 1 : COMPRESSIONS[compression]]],
    [262, SHORT, [image.photometric ?? 1]],
    [274, SHORT, [image.orientation ?? 1]],
    [277, SHORT, [samples]],
    [284, SHORT, [isPlanar ? 2 : 1]],
    [317, SHORT, [image.predictor ?? 1]],
    [339, SHORT, new Array<number>(samples).fill(FORMATS[type.kind])],
    ...(tileSide === undefined ? strips : tiles(tileSide)),
    ...(reduced.length === 0 ? [] : [[330, place, reduced] as const]),
  ];
  return entries
    .map(
      ([tag, type, values]) => [tag, type, image.claimed?.[tag] === undefined ? values : [image.claimed[tag]]] as const,
    )
    .sort(([one], [other]) => one - other);
}

/** Encodes a directory with its lists behind it. */
export function encodeDirectory(entries: readonly Entry[], start: number, isBig: boolean, isBigEndian: boolean) {
  const [countBytes, entryBytes, inlineBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const little = !isBigEndian;
  let outside = start + countBytes + entries.length * entryBytes + inlineBytes;
  const total = entries.reduce((sum, [, type, values]) => {
    const bytes = values.length * (TYPE_BYTES[type] ?? 0);
    return sum + (bytes > inlineBytes ? bytes : 0);
  }, outside - start);
  const buffer = Buffer.alloc(total);
  const view = viewOf(buffer);
  const put = (at: number, type: number, value: number | bigint): void => {
    if (type === ASCII) view.setUint8(at, Number(value));
    else if (type === SHORT) view.setUint16(at, Number(value), little);
    else if (type === LONG) view.setUint32(at, Number(value), little);
    else view.setBigUint64(at, BigInt(value), little);
  };
  put(0, isBig ? LONG8 : SHORT, entries.length);
  entries.forEach(([tag, type, values], index) => {
    const at = countBytes + index * entryBytes;
    const size = TYPE_BYTES[type] ?? 0;
    const isInline = values.length * size <= inlineBytes;
    put(at, SHORT, tag);
    put(at + 2, SHORT, type);
    put(at + 4, isBig ? LONG8 : LONG, values.length);
    if (!isInline) put(at + entryBytes - inlineBytes, isBig ? LONG8 : LONG, outside);
    const valuesAt = isInline ? at + entryBytes - inlineBytes : outside - start;
    values.forEach((value, place) => put(valuesAt + place * size, type, value));
    if (!isInline) outside += values.length * size;
  });
  return { chunk: buffer, linkAt: countBytes + entries.length * entryBytes };
}

function encodeBlocks(image: WrittenTiff): readonly Buffer[] {
  const { width, height, samples = 1, isPlanar = false, tileSide, rowsPerStrip = height } = image;
  const [blockWidth, blockHeight] = tileSide === undefined ? [width, rowsPerStrip] : [tileSide, tileSide];
  const blocks: Buffer[] = [];
  for (let plane = 0; plane < (isPlanar ? samples : 1); plane += 1) {
    for (let top = 0; top < height; top += blockHeight) {
      const rows = tileSide === undefined ? Math.min(blockHeight, height - top) : blockHeight;
      for (let left = 0; left < width; left += blockWidth) {
        const ofPixel = isPlanar ? [plane] : Array.from({ length: samples }, (_, sample) => sample);
        const raw = encodeBlock(image, { left, top, columns: blockWidth, rows }, ofPixel);
        blocks.push(compress(raw, image.compression));
      }
    }
  }
  return blocks;
}

function compress(raw: Buffer, compression: WrittenTiff['compression']): Buffer {
  if (compression === 'deflate') return deflateSync(raw);
  if (compression === 'lzw') return literalLzw(raw);
  return compression === 'zstd' ? zstdFrame(raw) : raw;
}

/** Returns a frame of Zstandard (RFC 8878) with a single raw block, of up to 128 KiB. */
function zstdFrame(raw: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(0xfd2fb528);
  header.writeUInt8(0xa0, 4); // a single segment; the length of the content has four bytes
  header.writeUInt32LE(raw.length, 5);
  header.writeUIntLE(raw.length * 8 + 1, 9, 3); // the last block, raw
  return Buffer.concat([header, raw]);
}

/** Literals after which a table is cleared, so that all codes have nine bits. */
const LITERALS_PER_TABLE = 250;

/** Returns the length of `literalLzw`, which depends on nothing but that of the bytes. */
export function literalLzwLength(bytes: number): number {
  return Math.ceil((9 * (bytes + Math.ceil(bytes / LITERALS_PER_TABLE) + 1)) / 8);
}

/** Compresses to LZW codes of TIFF 6.0 that are all literals. */
export function literalLzw(raw: Uint8Array): Buffer {
  const [clear, end] = [256, 257];
  const buffer = Buffer.alloc(literalLzwLength(raw.length));
  let [pending, bits, at] = [0, 0, 0];
  const put = (code: number): void => {
    pending = (pending << 9) | code;
    bits += 9;
    while (bits >= 8) {
      buffer[at] = pending >> (bits - 8);
      bits -= 8;
      at += 1;
    }
    pending &= 0xff;
  };
  raw.forEach((byte, index) => {
    if (index % LITERALS_PER_TABLE === 0) put(clear);
    put(byte);
  });
  put(end);
  buffer[at] = pending << (8 - bits);
  return buffer;
}

interface Block {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

function encodeBlock(image: WrittenTiff, { left, top, columns, rows }: Block, ofPixel: readonly number[]): Buffer {
  const { width, height, type, valueAt, predictor = 1, isBigEndian = false } = image;
  const rowBytes = Math.ceil((columns * ofPixel.length * type.bits) / 8);
  const buffer = Buffer.alloc(rowBytes * rows);
  const put = createPutSample(buffer, type, isBigEndian);
  for (let y = 0; y < rows; y += 1) {
    let bit = y * rowBytes * 8;
    const before = ofPixel.map(() => 0);
    for (let x = 0; x < columns; x += 1) {
      // Tiles are padded with a value that occurs nowhere else.
      const isInside = left + x < width && top + y < height;
      // Faster than an iterator: images have millions of samples.
      for (let index = 0; index < ofPixel.length; index += 1) {
        const value = isInside ? valueAt(left + x, top + y, ofPixel[index] ?? 0) : 1;
        put(bit, predictor === 2 ? modulo(Number(value) - (before[index] ?? 0), type.bits) : value);
        if (predictor === 2) before[index] = Number(value);
        bit += type.bits;
      }
    }
  }
  return buffer;
}

function modulo(value: number, bits: number): number {
  return ((value % 2 ** bits) + 2 ** bits) % 2 ** bits;
}

/** Returns a function that writes a value at a bit of a buffer. */
function createPutSample(
  buffer: Buffer,
  { kind, bits }: SampleType,
  isBigEndian: boolean,
): (bit: number, value: number | bigint) => void {
  const view = viewOf(buffer);
  const little = !isBigEndian;
  if (kind === 'float' && bits === 16) return (bit, value) => view.setUint16(bit / 8, halfBits(Number(value)), little);
  if (kind === 'float' && bits === 32) return (bit, value) => view.setFloat32(bit / 8, Number(value), little);
  if (kind === 'float') return (bit, value) => view.setFloat64(bit / 8, Number(value), little);
  if (bits === 16) return (bit, value) => view.setUint16(bit / 8, Number(value), little);
  if (bits === 32) return (bit, value) => view.setUint32(bit / 8, modulo(Number(value), bits), little);
  if (bits === 64) return (bit, value) => view.setBigUint64(bit / 8, BigInt.asUintN(64, BigInt(value)), little);
  return (bit, value) => putBits(buffer, bit, modulo(Number(value), bits), bits, isBigEndian);
}

/** Writes whole bytes in the byte order of the file, and others with the highest bit first. */
function putBits(buffer: Buffer, start: number, value: number, bits: number, isBigEndian: boolean): void {
  if (bits === 8) {
    buffer[start / 8] = value;
    return;
  }
  for (let place = 0; place < bits; place += 1) {
    const isSwapped = bits % 8 === 0 && !isBigEndian;
    const from = isSwapped ? 8 * Math.floor(place / 8) + 7 - (place % 8) : bits - 1 - place;
    const at = start + place;
    const set = Math.floor(value / 2 ** from) % 2;
    buffer[at >> 3] = (buffer[at >> 3] ?? 0) | (set << (7 - (at % 8)));
  }
}

/** Returns the half float of a value that has one. */
function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size === Infinity) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | Math.round(size / 2 ** -24);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | Math.round((size / 2 ** exponent - 1) * 1024);
}
