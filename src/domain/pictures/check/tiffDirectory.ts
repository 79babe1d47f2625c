import type { ByteReader } from '@data-manager/lib/byteReader';
import type { ImageProblem } from '../../listing/fileListing';

/** Thrown as soon as a problem is certain. */
export class BadImage extends Error {
  constructor(readonly problem: ImageProblem) {
    super(problem);
  }
}

export interface Source {
  /** Size of the file, bytes. */
  readonly size: number;
  /** Total number of bytes read. */
  readonly bytesRead: () => number;
  /** Throws if the range is not inside the file. */
  readonly read: (position: number, length: number) => ByteReader<DataView>;
}

/** Directories and their lists are mostly adjacent, so that one read serves several of them. */
const BLOCK_BYTES = 8_192;

export function createSource(size: number): Source {
  let block: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };
  let bytesRead = 0;
  return {
    size,
    bytesRead: () => bytesRead,
    *read(position, length) {
      bytesRead += length;
      if (position + length > size) throw new BadImage('truncated');
      if (position < block.start || position + length > block.start + block.bytes.length) {
        const bytes = yield {
          start: position,
          end: Math.min(position + Math.max(length, BLOCK_BYTES), size),
        };
        if (bytes.length < length) throw new BadImage('truncated');
        block = { start: position, bytes };
      }
      return new DataView(block.bytes.buffer, block.bytes.byteOffset + position - block.start, length);
    },
  };
}

export interface Format {
  readonly isLittleEndian: boolean;
  /** BigTIFF has 64-bit offsets and counts. */
  readonly isBig: boolean;
}

/** Returns undefined if the bytes are not the start of a TIFF. */
export function readFormat(header: DataView): Format | undefined {
  if (header.byteLength < 4) return undefined;
  const order = header.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittleEndian = order === 0x4949;
  const version = header.getUint16(2, isLittleEndian);
  return version === 42 || version === 43 ? { isLittleEndian, isBig: version === 43 } : undefined;
}

export function bigNumber({ isLittleEndian }: Format, view: DataView, at: number): number {
  return Number(view.getBigUint64(at, isLittleEndian));
}

/** The tags that tell which bytes a picture needs. */
export const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  description: 270,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  arrangement: 284,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  subdirectories: 330,
  sampleFormat: 339,
  jpegTables: 347,
  jpegOffset: 513,
  jpegBytes: 514,
  subsampling: 530,
  /** `UIC2tag` of MetaMorph. */
  stackPlanes: 33_629,
} as const;

const WANTED: ReadonlySet<number> = new Set(Object.values(TAG));

/**
 * Size of a value by the type's number: whole numbers of both signs, ASCII, RATIONAL, UNDEFINED and IFDs. Numbers are read as
 * unsigned numbers, so that a negative size is too large.
 */
const TYPE_BYTES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4 },
  ...{ 13: 4, 16: 8, 17: 8, 18: 8 },
};

/** The values of an entry. */
export interface ValueList {
  readonly count: number;
  /** Bytes of a value. */
  readonly valueBytes: number;
  /** The position of the values in the file, or the values themselves if they fit into the entry. */
  readonly place: number | DataView;
}

export interface Directory {
  readonly position: number;
  /** The wanted entries by tag. */
  readonly lists: ReadonlyMap<number, ValueList>;
  /** The position of the next directory, 0 for the last one. */
  readonly next: number;
}

const MAX_ENTRIES = 4_096;

export function* readDirectory(format: Format, source: Source, position: number): ByteReader<Directory> {
  const { isLittleEndian, isBig } = format;
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const head = yield* source.read(position, countBytes);
  const count = isBig ? bigNumber(format, head, 0) : head.getUint16(0, isLittleEndian);
  if (count === 0 || count > MAX_ENTRIES) throw new BadImage('damaged');
  const entries = yield* source.read(position + countBytes, count * entryBytes + offsetBytes);
  const lists = new Map<number, ValueList>();
  for (let index = 0; index < count; index += 1) {
    const at = index * entryBytes;
    const tag = entries.getUint16(at, isLittleEndian);
    // Repeated tags are ignored: checking a crafted directory could take seconds.
    if (!WANTED.has(tag) || lists.has(tag)) continue;
    const list = findList(format, new DataView(entries.buffer, entries.byteOffset + at, entryBytes));
    if (list !== undefined) lists.set(tag, list);
  }
  const nextAt = count * entryBytes;
  const next = isBig ? bigNumber(format, entries, nextAt) : entries.getUint32(nextAt, isLittleEndian);
  return { position, lists, next };
}

/** Returns undefined for values of another type. */
function findList(format: Format, entry: DataView): ValueList | undefined {
  const { isLittleEndian, isBig } = format;
  const valueBytes = TYPE_BYTES[entry.getUint16(2, isLittleEndian)];
  if (valueBytes === undefined) return undefined;
  const count = isBig ? bigNumber(format, entry, 4) : entry.getUint32(4, isLittleEndian);
  const [valueAt, inlineBytes] = isBig ? [12, 8] : [8, 4];
  const isInline = count * valueBytes <= inlineBytes;
  const inline = new DataView(entry.buffer, entry.byteOffset + valueAt, inlineBytes);
  const outside = isBig ? bigNumber(format, entry, valueAt) : entry.getUint32(valueAt, isLittleEndian);
  return { count, valueBytes, place: isInline ? inline : outside };
}

/** Numbers read at a time, so that long lists don't block the page. */
export const NUMBERS_PER_READ = 65_536;

/** Reads the numbers from `start` on. Returns a function of their index after `start`; missing numbers are 0. */
export function* readNumbers(
  format: Format,
  source: Source,
  list: ValueList | undefined,
  start = 0,
): ByteReader<(index: number) => number> {
  if (list === undefined || start >= list.count) return () => 0;
  const { valueBytes, place } = list;
  const count = Math.min(NUMBERS_PER_READ, list.count - start);
  const values = typeof place === 'number' ? yield* source.read(place + start * valueBytes, count * valueBytes) : place;
  return (index) => {
    if (index >= count) return 0;
    const at = index * valueBytes;
    if (valueBytes === 1) return values.getUint8(at);
    if (valueBytes === 2) return values.getUint16(at, format.isLittleEndian);
    return valueBytes === 4 ? values.getUint32(at, format.isLittleEndian) : bigNumber(format, values, at);
  };
}

/** Returns the first number of a list, or a default if the directory lacks the list. */
export function* readNumber(
  format: Format,
  source: Source,
  list: ValueList | undefined,
  missing: number,
): ByteReader<number> {
  if (list === undefined || list.count === 0) return missing;
  return (yield* readNumbers(format, source, list))(0);
}
