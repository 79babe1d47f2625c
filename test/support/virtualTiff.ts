import { deflateSync } from 'node:zlib';
import {
  encodeDirectory,
  encodeHeader,
  entriesOf,
  literalLzw,
  literalLzwLength,
  setPlace,
  type WrittenTiff,
} from './writtenTiff';

/** A grey image of unsigned integers, whose file is never whole in memory. */
export interface VirtualImage extends Pick<WrittenTiff, 'width' | 'height' | 'rowsPerStrip' | 'tileSide'> {
  readonly bits: 16 | 32;
  readonly compression?: 'deflate' | 'lzw';
  readonly valueAt: (x: number, y: number) => number;
  /** Lower resolutions, which are written as subdirectories. */
  readonly reduced?: readonly VirtualImage[];
}

/** A file whose bytes are made as they are read. */
export interface VirtualFile {
  readonly length: number;
  readonly slice: (start: number, end: number) => Uint8Array<ArrayBuffer>;
}

/** A part of a file. */
interface Segment {
  readonly start: number;
  readonly length: number;
  /** Returns the bytes from one place in the segment to another. */
  readonly read: (from: number, to: number) => Uint8Array;
}

/**
 * Writes a little-endian TIFF that may be larger than the memory. The lengths of all strips and tiles follow from their size:
 * compressed ones hold stored blocks of deflate, or literal codes of LZW.
 */
export function virtualTiff(image: VirtualImage, isBig = false): VirtualFile {
  const segments: Segment[] = [];
  let length = isBig ? 16 : 8;
  const add = (bytes: number, read: Segment['read']): number => {
    const start = length;
    segments.push({ start, length: bytes, read });
    length += bytes;
    return start;
  };
  const addImage = (one: VirtualImage): number => {
    const reduced = (one.reduced ?? []).map(addImage);
    const blocks = blocksOf(one).map((block) => ({ start: add(block.length, block.read), length: block.length }));
    const described = { ...one, type: { kind: 'unsigned', bits: one.bits } as const };
    const { chunk } = encodeDirectory(entriesOf(described, blocks, reduced, isBig), length, isBig, false);
    return add(chunk.length, (from, to) => chunk.subarray(from, to));
  };
  const directory = addImage(image);
  const header = encodeHeader(isBig, false);
  setPlace(header, isBig ? 8 : 4, directory, isBig, false);
  segments.unshift({ start: 0, length: header.length, read: (from, to) => header.subarray(from, to) });
  return { length, slice: (start, end) => readSegments(segments, start, Math.min(end, length)) };
}

function readSegments(segments: readonly Segment[], start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  for (const segment of segments) {
    const from = Math.max(start, segment.start);
    const to = Math.min(end, segment.start + segment.length);
    if (from < to) bytes.set(segment.read(from - segment.start, to - segment.start), from - start);
  }
  return bytes;
}

/** Returns the strips or tiles of an image. */
function blocksOf(image: VirtualImage): readonly Omit<Segment, 'start'>[] {
  const { width, height, bits, tileSide, rowsPerStrip = height, compression } = image;
  const [blockWidth, blockHeight] = tileSide === undefined ? [width, rowsPerStrip] : [tileSide, tileSide];
  const rowBytes = blockWidth * (bits / 8);
  const blocks: Omit<Segment, 'start'>[] = [];
  for (let top = 0; top < height; top += blockHeight) {
    const rows = tileSide === undefined ? Math.min(blockHeight, height - top) : blockHeight;
    for (let left = 0; left < width; left += blockWidth) {
      // Only the rows that are read are made: a strip may be as large as the image.
      const raw = (from: number, to: number): Buffer => {
        const [first, end] = [Math.floor(from / rowBytes), Math.ceil(to / rowBytes)];
        const values = pixelRows(image, left, top + first, blockWidth, end - first);
        return values.subarray(from - first * rowBytes, to - first * rowBytes);
      };
      let compressed: Buffer | undefined;
      blocks.push({
        length: compressedLength(rows * rowBytes, compression),
        read(from, to) {
          if (compression === undefined) return raw(from, to);
          compressed ??= compress(raw(0, rows * rowBytes), compression);
          return compressed.subarray(from, to);
        },
      });
    }
  }
  return blocks;
}

function pixelRows(image: VirtualImage, left: number, top: number, columns: number, rows: number): Buffer {
  const { width, height, bits, valueAt } = image;
  const values = bits === 16 ? new Uint16Array(columns * rows) : new Uint32Array(columns * rows);
  for (let y = top; y < Math.min(top + rows, height); y += 1) {
    const start = (y - top) * columns - left;
    for (let x = left; x < Math.min(left + columns, width); x += 1) values[start + x] = valueAt(x, y);
  }
  return Buffer.from(values.buffer);
}

const STORED_BLOCK_BYTES = 65_535;

function compressedLength(bytes: number, compression: VirtualImage['compression']): number {
  if (compression === 'lzw') return literalLzwLength(bytes);
  return compression === undefined ? bytes : 2 + bytes + 5 * Math.ceil(bytes / STORED_BLOCK_BYTES) + 4;
}

function compress(raw: Buffer, compression: 'deflate' | 'lzw'): Buffer {
  return compression === 'lzw' ? literalLzw(raw) : storedDeflate(raw);
}

/** Returns a stream of zlib (RFC 1950) that stores the bytes. */
function storedDeflate(raw: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0x78, 0x01])];
  for (let start = 0; start < raw.length; start += STORED_BLOCK_BYTES) {
    const stored = raw.subarray(start, start + STORED_BLOCK_BYTES);
    const head = Buffer.alloc(5);
    head.writeUInt8(start + stored.length === raw.length ? 1 : 0);
    head.writeUInt16LE(stored.length, 1);
    head.writeUInt16LE(stored.length ^ 0xffff, 3);
    parts.push(head, stored);
  }
  // A stream of zlib ends with the checksum of the raw bytes.
  return Buffer.concat([...parts, deflateSync(raw, { level: 0 }).subarray(-4)]);
}
