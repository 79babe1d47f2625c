import { deflateSync } from 'node:zlib';

/** Contents of a file of `plainTiff`. */
interface PlainTiff {
  readonly width: number;
  readonly height: number;
  /** Samples in chunky (interleaved) order. */
  readonly values: readonly number[];
  readonly bits: 8 | 16 | 32;
  readonly format?: 'unsigned' | 'signed' | 'float';
  readonly isBigEndian?: boolean;
  /** 0: white is zero, 1: black is zero, 2: RGB. */
  readonly photometric?: 0 | 1 | 2;
  readonly samplesPerPixel?: number;
  /** Size declared in the file, if it differs from the real one. */
  readonly claimed?: { readonly width: number; readonly height: number };
  /** Declared size of a single tile. Makes the file tiled. */
  readonly tile?: { readonly width: number; readonly height: number };
}

const FORMATS = { unsigned: 1, signed: 2, float: 3 } as const;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const SHORT = 3;
const LONG = 4;

/** Encodes an uncompressed TIFF of one strip or tile with any sample format, which sharp does not support. */
export function plainTiff(given: PlainTiff): ArrayBuffer {
  const { values, bits, format = 'unsigned', photometric = 1, samplesPerPixel = 1, isBigEndian = false, tile } = given;
  const { width, height } = given.claimed ?? given;
  const little = !isBigEndian;
  const dataBytes = (values.length * bits) / 8;
  const dataAt = HEADER_BYTES;
  const bitsAt = dataAt + dataBytes + (dataBytes % 2);
  const directoryAt = bitsAt + 2 * samplesPerPixel;
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, samplesPerPixel, bitsAt],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, photometric],
    ...(tile === undefined ? [[273, LONG, 1, dataAt] as const] : []),
    [277, SHORT, 1, samplesPerPixel],
    ...(tile === undefined
      ? ([
          [278, LONG, 1, height],
          [279, LONG, 1, dataBytes],
        ] as const)
      : ([
          [322, LONG, 1, tile.width],
          [323, LONG, 1, tile.height],
          [324, LONG, 1, dataAt],
          [325, LONG, 1, dataBytes],
        ] as const)),
    // Samples are unsigned if the tag is missing.
    ...(format === 'unsigned' ? [] : [[339, SHORT, 1, FORMATS[format]] as const]),
  ];
  const view = new DataView(new ArrayBuffer(directoryAt + 2 + entries.length * ENTRY_BYTES + 4));
  view.setUint16(0, isBigEndian ? 0x4d4d : 0x4949);
  view.setUint16(2, 42, little);
  view.setUint32(4, directoryAt, little);
  values.forEach((value, index) => setSample(view, dataAt + (index * bits) / 8, value, { bits, format, little }));
  for (let sample = 0; sample < samplesPerPixel; sample += 1) view.setUint16(bitsAt + 2 * sample, bits, little);
  view.setUint16(directoryAt, entries.length, little);
  entries.forEach(([tag, type, count, value], index) => {
    const at = directoryAt + 2 + index * ENTRY_BYTES;
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, type, little);
    view.setUint32(at + 4, count, little);
    // Up to two shorts fit into the entry itself. For more, the entry holds an offset.
    if (type === LONG || count > 2) view.setUint32(at + 8, value, little);
    else if (tag !== 258) view.setUint16(at + 8, value, little);
    else for (let sample = 0; sample < count; sample += 1) view.setUint16(at + 8 + 2 * sample, bits, little);
  });
  return view.buffer;
}

function setSample(
  view: DataView,
  at: number,
  value: number,
  { bits, format, little }: { bits: number; format: keyof typeof FORMATS; little: boolean },
): void {
  if (format === 'float') view.setFloat32(at, value, little);
  else if (bits === 8) view.setUint8(at, value);
  else if (bits === 16) view.setUint16(at, value, little);
  else view.setUint32(at, value, little);
}

const BIG_HEADER_BYTES = 16;
const BIG_ENTRY_BYTES = 20;
const LONG8 = 16;

/** Encodes deflated 8-bit grey planes as a little-endian BigTIFF like an OME-TIFF stack, which sharp does not support. */
export function bigTiff(width: number, height: number, planes: readonly (readonly number[])[]): ArrayBuffer {
  const strips = planes.map((values) => deflateSync(Uint8Array.from(values)));
  const entriesOf = (strip: Buffer, at: number) =>
    [
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, 8], // bits per sample
      [259, SHORT, 8], // deflate
      [262, SHORT, 1], // black is zero
      [273, LONG8, at],
      [277, SHORT, 1], // samples per pixel
      [278, LONG, height],
      [279, LONG8, strip.length],
    ] as const;
  const directoryBytes = 8 + 9 * BIG_ENTRY_BYTES + 8;
  const stripsAt = BIG_HEADER_BYTES + planes.length * directoryBytes;
  const view = new DataView(new ArrayBuffer(stripsAt + strips.reduce((sum, { length }) => sum + length, 0)));
  const big = (at: number, value: number): void => view.setBigUint64(at, BigInt(value), true);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 43, true);
  view.setUint16(4, 8, true);
  big(8, BIG_HEADER_BYTES);
  let stripAt = stripsAt;
  for (const [plane, strip] of strips.entries()) {
    const start = BIG_HEADER_BYTES + plane * directoryBytes;
    const entries = entriesOf(strip, stripAt);
    big(start, entries.length);
    for (const [index, [tag, type, value]] of entries.entries()) {
      const at = start + 8 + index * BIG_ENTRY_BYTES;
      view.setUint16(at, tag, true);
      view.setUint16(at + 2, type, true);
      big(at + 4, 1);
      // Shorter numbers are left-justified in the eight bytes, so that this also works for them.
      big(at + 12, value);
    }
    big(start + directoryBytes - 8, plane + 1 < planes.length ? start + directoryBytes : 0);
    new Uint8Array(view.buffer).set(strip, stripAt);
    stripAt += strip.length;
  }
  return view.buffer;
}
