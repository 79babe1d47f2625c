import type { ByteReader } from '../../lib/byteReader';
import type { ImageProblem } from '../listing/fileListing';

/**
 * Checks, without decoding any pixels, whether a TIFF or BigTIFF is complete: all its directories must be inside the
 * file, and all strips and tiles that they list. Returns undefined if no problem was found.
 *
 * @param size of the file, bytes
 */
export function* readImageProblem(size: number): ByteReader<ImageProblem | undefined> {
  if (size === 0) return 'empty';
  const source = createSource(size);
  try {
    const format = readFormat(yield* source.read(0, Math.min(size, 4)));
    if (format === undefined) return 'not-tiff';
    const header = yield* source.read(0, format.isBig ? 16 : 8);
    let next = format.isBig ? bigNumber(format, header, 8) : header.getUint32(4, format.isLittleEndian);
    // Writers fill in the position of the first directory last.
    if (next === 0) return 'truncated';
    for (let count = 0; next !== 0 && count < MAX_DIRECTORIES && source.bytesRead() < MAX_BYTES; count += 1) {
      next = yield* checkDirectory(format, source, next);
    }
    return undefined;
  } catch (error) {
    if (error instanceof BadImage) return error.problem;
    throw error;
  }
}

/** More directories than any stack has planes. Limits endless chains. */
const MAX_DIRECTORIES = 4_096;
/** Limits the work for directories that repeatedly refer to the same long lists. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 4_096;
/** More strips or tiles than the largest image has rows. */
const MAX_CHUNKS = 4_000_000;

class BadImage extends Error {
  constructor(readonly problem: ImageProblem) {
    super(problem);
  }
}

interface Source {
  /** Size of the file, bytes. */
  readonly size: number;
  /** Total number of bytes read. */
  readonly bytesRead: () => number;
  /** Throws if the range is not inside the file. */
  readonly read: (position: number, length: number) => ByteReader<DataView>;
}

/** Directories and their lists are mostly adjacent, so that one read serves several of them. */
const BLOCK_BYTES = 8_192;

function createSource(size: number): Source {
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

interface Format {
  readonly isLittleEndian: boolean;
  /** BigTIFF has 64-bit offsets and counts. */
  readonly isBig: boolean;
}

/** Returns undefined if the bytes are not the start of a TIFF. */
function readFormat(header: DataView): Format | undefined {
  if (header.byteLength < 4) return undefined;
  const order = header.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittleEndian = order === 0x4949;
  const version = header.getUint16(2, isLittleEndian);
  return version === 42 || version === 43 ? { isLittleEndian, isBig: version === 43 } : undefined;
}

function bigNumber({ isLittleEndian }: Format, view: DataView, at: number): number {
  return Number(view.getBigUint64(at, isLittleEndian));
}

/** The tags with the positions and lengths of strips and tiles. */
const [STRIP_OFFSETS, STRIP_BYTES, TILE_OFFSETS, TILE_BYTES] = [273, 279, 324, 325] as const;

/** Size of a value by the type's number: SHORT, LONG and LONG8. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 16: 8 };

/** Checks a directory and its strips or tiles. Returns the position of the next directory, 0 for the last one. */
function* checkDirectory(format: Format, source: Source, position: number): ByteReader<number> {
  const { isLittleEndian, isBig } = format;
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const head = yield* source.read(position, countBytes);
  const count = isBig ? bigNumber(format, head, 0) : head.getUint16(0, isLittleEndian);
  if (count === 0 || count > MAX_ENTRIES) throw new BadImage('damaged');
  const entries = yield* source.read(position + countBytes, count * entryBytes + offsetBytes);
  const lists = new Map<number, NumberList>();
  for (let index = 0; index < count; index += 1) {
    const at = index * entryBytes;
    const tag = entries.getUint16(at, isLittleEndian);
    if (tag !== STRIP_OFFSETS && tag !== STRIP_BYTES && tag !== TILE_OFFSETS && tag !== TILE_BYTES) continue;
    // Repeated tags are ignored: checking a crafted directory could take seconds.
    if (lists.has(tag)) continue;
    lists.set(tag, findList(format, new DataView(entries.buffer, entries.byteOffset + at, entryBytes)));
  }
  yield* checkChunks(format, source, lists.get(STRIP_OFFSETS), lists.get(STRIP_BYTES));
  yield* checkChunks(format, source, lists.get(TILE_OFFSETS), lists.get(TILE_BYTES));
  const nextAt = count * entryBytes;
  return isBig ? bigNumber(format, entries, nextAt) : entries.getUint32(nextAt, isLittleEndian);
}

/** The numbers of an entry. */
interface NumberList {
  readonly type: number;
  readonly count: number;
  readonly valueBytes: number;
  /** The position of the numbers in the file, or the numbers themselves if they fit into the entry. */
  readonly place: number | DataView;
}

function findList(format: Format, entry: DataView): NumberList {
  const { isLittleEndian, isBig } = format;
  const type = entry.getUint16(2, isLittleEndian);
  const count = isBig ? bigNumber(format, entry, 4) : entry.getUint32(4, isLittleEndian);
  const valueBytes = TYPE_BYTES[type];
  if (valueBytes === undefined || count > MAX_CHUNKS) throw new BadImage('damaged');
  const [valueAt, inlineBytes] = isBig ? [12, 8] : [8, 4];
  const isInline = count * valueBytes <= inlineBytes;
  const inline = new DataView(entry.buffer, entry.byteOffset + valueAt, inlineBytes);
  const outside = isBig ? bigNumber(format, entry, valueAt) : entry.getUint32(valueAt, isLittleEndian);
  return { type, count, valueBytes, place: isInline ? inline : outside };
}

/** Numbers read at a time, so that long lists don't block the page. */
const NUMBERS_PER_READ = 65_536;

/** Throws if the file ends before a strip or tile does. Sparse files have tiles without bytes. */
function* checkChunks(
  format: Format,
  source: Source,
  offsets: NumberList | undefined,
  lengths: NumberList | undefined,
): ByteReader<void> {
  const count = Math.max(offsets?.count ?? 0, lengths?.count ?? 0);
  for (let start = 0; start < count; start += NUMBERS_PER_READ) {
    const offsetAt = yield* readNumbers(format, source, offsets, start);
    const lengthAt = yield* readNumbers(format, source, lengths, start);
    for (let index = 0; index < Math.min(NUMBERS_PER_READ, count - start); index += 1) {
      const length = lengthAt(index);
      if (length > 0 && offsetAt(index) + length > source.size) throw new BadImage('truncated');
    }
  }
}

/** Reads the numbers from `start` on. Returns a function of their index after `start`; missing numbers are 0. */
function* readNumbers(
  format: Format,
  source: Source,
  list: NumberList | undefined,
  start: number,
): ByteReader<(index: number) => number> {
  if (list === undefined || start >= list.count) return () => 0;
  const { type, valueBytes, place } = list;
  const count = Math.min(NUMBERS_PER_READ, list.count - start);
  const values = typeof place === 'number' ? yield* source.read(place + start * valueBytes, count * valueBytes) : place;
  return (index) => {
    if (index >= count) return 0;
    const at = index * valueBytes;
    if (type === 3) return values.getUint16(at, format.isLittleEndian);
    return type === 4 ? values.getUint32(at, format.isLittleEndian) : bigNumber(format, values, at);
  };
}
