import { endianness } from 'node:os';

/** A grey image of 16 bits a pixel, row by row from the top left. */
export interface GreyImage {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** `width * height` values. */
  readonly pixels: Uint16Array;
}

const SHORT = 3;
const LONG = 4;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

/**
 * Encodes an uncompressed little-endian TIFF (TIFF 6.0, baseline grey, one strip), as microscopes write it. The same
 * image always gives the same bytes.
 *
 * @throws RangeError if the pixels don't fill the image
 */
export function encodeTiff({ width, height, pixels }: GreyImage): Buffer {
  if (pixels.length !== width * height) {
    throw new RangeError(`${String(pixels.length)} pixels don't fill ${String(width)} × ${String(height)}`);
  }
  const entries = [
    { tag: 256, type: LONG, value: width },
    { tag: 257, type: LONG, value: height },
    { tag: 258, type: SHORT, value: 16 }, // bits a sample
    { tag: 259, type: SHORT, value: 1 }, // no compression
    { tag: 262, type: SHORT, value: 1 }, // black is zero
    { tag: 273, type: LONG, value: 0 }, // where the strip begins, known below
    { tag: 277, type: SHORT, value: 1 }, // samples a pixel
    { tag: 278, type: LONG, value: height }, // rows in the strip
    { tag: 279, type: LONG, value: pixels.length * 2 }, // bytes in the strip
    { tag: 339, type: SHORT, value: 1 }, // unsigned
  ];
  const pixelsStart = HEADER_BYTES + 2 + entries.length * ENTRY_BYTES + 4;
  const file = Buffer.alloc(pixelsStart + pixels.length * 2);
  file.write('II', 0, 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(HEADER_BYTES, 4);
  file.writeUInt16LE(entries.length, HEADER_BYTES);
  for (const [index, { tag, type, value }] of entries.entries()) {
    const start = HEADER_BYTES + 2 + index * ENTRY_BYTES;
    file.writeUInt16LE(tag, start);
    file.writeUInt16LE(type, start + 2);
    file.writeUInt32LE(1, start + 4);
    // A SHORT uses the first two bytes; writing four is the same because the rest is zero.
    file.writeUInt32LE(tag === 273 ? pixelsStart : value, start + 8);
  }
  Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength).copy(file, pixelsStart);
  // Typed arrays have the byte order of the machine.
  if (endianness() === 'BE') file.subarray(pixelsStart).swap16();
  return file;
}
