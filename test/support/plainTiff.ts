/** What a file of `plainTiff` is made of. */
interface PlainTiff {
  readonly width: number;
  readonly height: number;
  /** Sample by sample, the samples of a pixel side by side. */
  readonly values: readonly number[];
  readonly bits: 8 | 16 | 32;
  readonly format?: 'unsigned' | 'signed' | 'float';
  readonly isBigEndian?: boolean;
  /** 0: white is zero, 1: black is zero, 2: RGB. */
  readonly photometric?: 0 | 1 | 2;
  readonly samplesPerPixel?: number;
  /** What the file says of its size, where that is not the truth. */
  readonly claimed?: { readonly width: number; readonly height: number };
  /** Makes it a file of one tile, which is said to be so large. */
  readonly tile?: { readonly width: number; readonly height: number };
}

const FORMATS = { unsigned: 1, signed: 2, float: 3 } as const;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const SHORT = 3;
const LONG = 4;

/** An uncompressed TIFF of one strip or tile, of any kind of samples: what sharp can't write. */
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
    // Absent, all samples are unsigned.
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
    // Two shorts stand in the entry itself, three behind the address in it.
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
