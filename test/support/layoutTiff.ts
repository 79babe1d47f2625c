/** The layout of a picture in a file of `layoutTiff`. */
export interface LayoutPage {
  readonly width: number;
  readonly height: number;
  /** Bits of each sample of a pixel. */
  readonly bits: readonly number[];
  /** Whether each sample has strips or tiles of its own. */
  readonly isSeparate?: boolean;
  readonly rowsPerStrip?: number;
  readonly tile?: { readonly width: number; readonly height: number };
  /** Lengths of compressed strips or tiles. Without them, the pixels are not compressed. */
  readonly compressed?: readonly number[];
  readonly description?: string;
  /** Planes that follow the first one and that no directory lists, as in the large stacks of ImageJ and those of MetaMorph. */
  readonly furtherPlanes?: number;
  /** Number of planes that MetaMorph's tag states. */
  readonly statedPlanes?: number;
  /** Positions relative to this page in the list of pages. */
  readonly subdirectories?: readonly number[];
  /** Changes the lists of the directory, for example to leave out a strip. */
  readonly change?: (lists: { offsets: number[]; lengths: number[] | undefined }) => void;
}

interface LayoutOptions {
  readonly isLittleEndian?: boolean;
  readonly isBig?: boolean;
  /** Whether the directories precede the pixels. */
  readonly isDirectoryFirst?: boolean;
  /** Number of the first pages that the chain of directories contains. By default, all of them. */
  readonly chained?: number;
}

type Entry = readonly [tag: number, type: number, values: readonly number[]];

const [ASCII, SHORT, LONG, RATIONAL, LONG8] = [2, 3, 4, 5, 16];
const TYPE_BYTES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8, 16: 8 };

/** Returns the lengths of the strips or tiles that TIFF 6.0 demands of a picture. */
function chunkLengths({ width, height, bits, isSeparate = false, tile, ...page }: LayoutPage): readonly number[] {
  if (page.compressed !== undefined) return page.compressed;
  const parts = isSeparate ? bits : [bits.reduce((sum, one) => sum + one, 0)];
  return parts.flatMap((partBits) => {
    if (tile !== undefined) {
      const count = Math.ceil(width / tile.width) * Math.ceil(height / tile.height);
      return Array.from({ length: count }, () => tile.height * Math.ceil((tile.width * partBits) / 8));
    }
    const lengths: number[] = [];
    for (let row = 0; row < height; row += page.rowsPerStrip ?? height) {
      const rows = Math.min(page.rowsPerStrip ?? height, height - row);
      lengths.push(rows * Math.ceil((width * partBits) / 8));
    }
    return lengths;
  });
}

function entriesOf(page: LayoutPage, offsets: readonly number[], positions: readonly number[]): readonly Entry[] {
  const { width, height, bits, tile, description, rowsPerStrip, subdirectories = [], statedPlanes } = page;
  const lists: { offsets: number[]; lengths: number[] | undefined } = {
    offsets: [...offsets],
    lengths: [...chunkLengths(page)],
  };
  page.change?.(lists);
  const place = lists.offsets.some((offset) => offset >= 2 ** 32) ? LONG8 : LONG;
  const lengths = (tag: number): readonly Entry[] => (lists.lengths === undefined ? [] : [[tag, LONG, lists.lengths]]);
  const entries: readonly Entry[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, bits],
    [259, SHORT, [page.compressed === undefined ? 1 : 8]],
    [262, SHORT, [1]],
    ...(description === undefined ? [] : [[270, ASCII, [...Buffer.from(`${description}\0`)]] as const]),
    ...(tile === undefined ? [[273, place, lists.offsets] as const] : []),
    [277, SHORT, [bits.length]],
    ...(rowsPerStrip === undefined ? [] : [[278, LONG, [rowsPerStrip]] as const]),
    ...(tile === undefined ? lengths(279) : []),
    [284, SHORT, [page.isSeparate === true ? 2 : 1]],
    ...(tile === undefined
      ? []
      : [
          [322, LONG, [tile.width]] as const,
          [323, LONG, [tile.height]] as const,
          [324, place, lists.offsets] as const,
        ]),
    ...(tile === undefined ? [] : lengths(325)),
    ...(subdirectories.length === 0 ? [] : [[330, LONG, subdirectories.map((at) => positions[at] ?? 0)] as const]),
    ...(statedPlanes === undefined ? [] : [[33_629, RATIONAL, new Array<number>(statedPlanes).fill(0)] as const]),
  ];
  return entries;
}

/** Encodes a directory with its lists behind it. */
function encodeDirectory(entries: readonly Entry[], position: number, next: number, options: LayoutOptions): Buffer {
  const { isLittleEndian: little = true, isBig = false } = options;
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const listsAt = countBytes + entries.length * entryBytes + offsetBytes;
  const sizeOf = ([, type, values]: Entry) => values.length * (TYPE_BYTES[type] ?? 0);
  const outside = entries.map(sizeOf).filter((size) => size > offsetBytes);
  const file = Buffer.alloc(listsAt + outside.reduce((sum, size) => sum + size, 0));
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const put = (at: number, type: number | undefined, value: number): void => {
    if (type === ASCII) view.setUint8(at, value);
    else if (type === SHORT) view.setUint16(at, value, little);
    else if (type === LONG) view.setUint32(at, value, little);
    else view.setBigUint64(at, BigInt(value), little);
  };
  const place = isBig ? LONG8 : LONG;
  put(0, isBig ? LONG8 : SHORT, entries.length);
  let listAt = listsAt;
  entries.forEach((entry, index) => {
    const [tag, type, values] = entry;
    const at = countBytes + index * entryBytes;
    put(at, SHORT, tag);
    put(at + 2, SHORT, type);
    put(at + 4, place, values.length);
    const isOutside = sizeOf(entry) > offsetBytes;
    const valuesAt = isOutside ? listAt : at + entryBytes - offsetBytes;
    if (isOutside) {
      put(at + entryBytes - offsetBytes, place, position + listAt);
      listAt += sizeOf(entry);
    }
    values.forEach((value, number) => put(valuesAt + number * (TYPE_BYTES[type] ?? 0), type, value));
  });
  put(listsAt - offsetBytes, place, next);
  return file;
}

/** Writes a TIFF with any layout of its pixels, which are zero. Returns it with the range of the pixels. */
export function layoutTiff(pages: readonly LayoutPage[], options: LayoutOptions = {}) {
  const { isLittleEndian = true, isBig = false, isDirectoryFirst = true, chained = pages.length } = options;
  const headerBytes = isBig ? 16 : 8;
  const planeBytes = pages.map((page) => chunkLengths(page).reduce((sum, length) => sum + length, 0));
  const pixelBytes = pages
    .map(({ furtherPlanes = 0 }, index) => (planeBytes[index] ?? 0) * (1 + furtherPlanes))
    .reduce((sum, bytes) => sum + bytes, 0);

  const encode = (directoriesAt: number, pixelsAt: number, positions: readonly number[]): readonly Buffer[] => {
    let [at, offset] = [directoriesAt, pixelsAt];
    return pages.map((page, index) => {
      const offsets = chunkLengths(page).map((length) => {
        offset += length;
        return length === 0 ? 0 : offset - length;
      });
      offset += (planeBytes[index] ?? 0) * (page.furtherPlanes ?? 0);
      const next = index + 1 < chained ? (positions[index + 1] ?? 0) : 0;
      const encoded = encodeDirectory(entriesOf(page, offsets, positions), at, next, options);
      at += encoded.length;
      return encoded;
    });
  };
  const sizes = encode(0, 0, []).map(({ length }) => length);
  const directoryBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const directoriesAt = isDirectoryFirst ? headerBytes : headerBytes + pixelBytes;
  const pixelsAt = isDirectoryFirst ? headerBytes + directoryBytes : headerBytes;
  const positions = sizes.map(
    (_, index) => directoriesAt + sizes.slice(0, index).reduce((sum, bytes) => sum + bytes, 0),
  );

  const file = Buffer.alloc(headerBytes + directoryBytes + pixelBytes);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  view.setUint16(0, isLittleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, isBig ? 43 : 42, isLittleEndian);
  if (isBig) view.setUint16(4, 8, isLittleEndian);
  if (isBig) view.setBigUint64(8, BigInt(directoriesAt), isLittleEndian);
  else view.setUint32(4, directoriesAt, isLittleEndian);
  Buffer.concat(encode(directoriesAt, pixelsAt, positions)).copy(file, directoriesAt);
  return { file, pixelsAt, pixelsEnd: pixelsAt + pixelBytes };
}
