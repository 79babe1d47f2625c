import {
  ASCII,
  encodeDirectory,
  encodeHeader,
  LONG8,
  LONG,
  RATIONAL,
  setPlace,
  SHORT,
  type Entry,
} from './writtenTiff';

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
  readonly isBigEndian?: boolean;
  readonly isBig?: boolean;
  /** Whether the directories precede the pixels. */
  readonly isDirectoryFirst?: boolean;
  /** Number of the first pages that the chain of directories contains. By default, all of them. */
  readonly chained?: number;
}

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

/** Writes a TIFF with any layout of its pixels, which are zero. Returns it with the range of the pixels. */
export function layoutTiff(pages: readonly LayoutPage[], options: LayoutOptions = {}) {
  const { isBigEndian = false, isBig = false, isDirectoryFirst = true, chained = pages.length } = options;
  const header = encodeHeader(isBig, isBigEndian);
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
      const { chunk, linkAt } = encodeDirectory(entriesOf(page, offsets, positions), at, isBig, isBigEndian);
      setPlace(chunk, linkAt, next, isBig, isBigEndian);
      at += chunk.length;
      return chunk;
    });
  };
  const sizes = encode(0, 0, []).map(({ length }) => length);
  const directoryBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const directoriesAt = isDirectoryFirst ? header.length : header.length + pixelBytes;
  const pixelsAt = isDirectoryFirst ? header.length + directoryBytes : header.length;
  const positions = sizes.map(
    (_, index) => directoriesAt + sizes.slice(0, index).reduce((sum, bytes) => sum + bytes, 0),
  );

  const file = Buffer.alloc(header.length + directoryBytes + pixelBytes);
  setPlace(header, isBig ? 8 : 4, directoriesAt, isBig, isBigEndian);
  header.copy(file);
  Buffer.concat(encode(directoriesAt, pixelsAt, positions)).copy(file, directoriesAt);
  return { file, pixelsAt, pixelsEnd: pixelsAt + pixelBytes };
}
