import type { ByteReader } from '@data-manager/lib/byteReader';
import type { ImageProblem } from '../../listing/fileListing';
import { findUnshown, NO_COMPRESSION, type PixelEncoding } from '../pixels/pixelEncoding';
import { hasFurtherPlanes, IMAGEJ_DESCRIPTION_LENGTH, imageJPlanes } from './imageJStack';
import { OME_DESCRIPTION_LENGTH, omePlanes } from './omePlanes';
import { readPixelLayout, type PixelLayout } from './pixelLayout';
import {
  BadImage,
  bigNumber,
  createSource,
  NUMBERS_PER_READ,
  readDirectory,
  readFormat,
  readNumber,
  readNumbers,
  TAG,
  type Directory,
  type Format,
  type Source,
  type ValueList,
} from './tiffDirectory';

/** The result of a check. */
export interface ImageCheck {
  readonly problem?: ImageProblem;
  /** What of a complete image can't be previewed, as far as its headers show. */
  readonly unshown?: string;
  /** Set if a description states more planes than the file has, which is no sign of damage: copies of one plane keep it. */
  readonly planes?: PlaneCounts;
}

/** Numbers of planes. */
interface PlaneCounts {
  readonly stated: number;
  readonly found: number;
}

/** Checks only whether an image is complete: see `readImageCheck`. */
export function* readImageProblem(size: number): ByteReader<ImageProblem | undefined> {
  return (yield* readImageCheck(size)).problem;
}

/**
 * Checks, without reading any pixels, whether a TIFF or BigTIFF is complete: all its directories, all strips and tiles that its
 * pictures need, and all planes of a stack of ImageJ or MetaMorph must be inside the file. Of compressed strips and tiles, only the
 * number and the positions can be checked.
 *
 * @param size of the file, bytes
 */
export function* readImageCheck(size: number): ByteReader<ImageCheck> {
  if (size === 0) return { problem: 'empty' };
  const source = createSource(size);
  try {
    const format = readFormat(yield* source.read(0, Math.min(size, 4)));
    if (format === undefined) return { problem: 'not-tiff' };
    const header = yield* source.read(0, format.isBig ? 16 : 8);
    const first = format.isBig ? bigNumber(format, header, 8) : header.getUint32(4, format.isLittleEndian);
    // Writers fill in the position of the first directory last.
    if (first === 0) return { problem: 'truncated' };
    const { encoding, planes } = yield* checkDirectories(format, source, first);
    const unshown = encoding && findUnshown(encoding);
    return { ...(unshown !== undefined && { unshown }), ...(planes.stated > planes.found && { planes }) };
  } catch (error) {
    if (error instanceof BadImage) return { problem: error.problem };
    throw error;
  }
}

/** More directories than any stack has planes. Limits endless chains. */
const MAX_DIRECTORIES = 65_536;
/** More lower resolutions than any picture has. */
const MAX_SUBDIRECTORIES = 4_096;
/** Limits the work for directories that repeatedly refer to the same long lists. */
const MAX_BYTES = 64 * 1024 * 1024;
/** More strips or tiles than the largest image has rows. */
const MAX_CHUNKS = 4_000_000;

/** What the directories of a complete file say. */
interface CheckedFile {
  /** That of the first picture. */
  readonly encoding: PixelEncoding | undefined;
  readonly planes: PlaneCounts;
}

/** Checks a chain of directories, and the subdirectories with their lower resolutions. Each directory is checked once. */
function* checkDirectories(format: Format, source: Source, first: number): ByteReader<CheckedFile> {
  const checked = new Set<number>();
  const parts: FilePart[] = [];
  const waiting: { readonly position: number; readonly isSub: boolean }[] = [{ position: first, isSub: false }];
  let found: CheckedPicture | undefined;
  let pictures = 0;
  while (checked.size < MAX_DIRECTORIES && source.bytesRead() < MAX_BYTES) {
    const next = waiting.pop();
    if (next === undefined) break;
    const { position, isSub } = next;
    if (position === 0 || checked.has(position)) continue;
    checked.add(position);
    const directory = yield* readDirectory(format, source, position);
    parts.push(...partsOfDirectory(directory));
    const picture = yield* checkPicture(format, source, directory, position === first);
    if (picture !== undefined) parts.push(picture.start);
    if (position === first) found = picture;
    if (picture !== undefined && !isSub) pictures += 1;
    const subdirectories = directory.lists.get(TAG.subdirectories);
    const positionOf = yield* readNumbers(format, source, subdirectories);
    waiting.push({ position: directory.next, isSub });
    for (let index = 0; index < Math.min(subdirectories?.count ?? 0, MAX_SUBDIRECTORIES); index += 1) {
      waiting.push({ position: positionOf(index), isSub: true });
    }
  }
  if (hasOverlap(parts)) throw new BadImage('truncated');
  const { encoding, planes = { stated: 1, found: 1 } } = found ?? {};
  return { encoding, planes: { ...planes, found: Math.max(pictures, planes.found) } };
}

/** A part of the file. The length of a strip is known only if readers compute it. */
interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** Returns the directory and the lists outside of it. */
function partsOfDirectory({ position, lists }: Directory): readonly FilePart[] {
  const places = [...lists.values()].map(({ place }) => place).filter((place) => typeof place === 'number');
  return [position, ...places].map((start) => ({ start, end: start }));
}

/** Returns true if a part begins inside a strip. Pages may share a strip. */
function hasOverlap(parts: readonly FilePart[]): boolean {
  if (parts.every(({ start, end }) => start === end)) return false;
  let longest: FilePart = { start: 0, end: 0 };
  for (const part of [...parts].sort((one, other) => one.start - other.start)) {
    if (part.start > longest.start && part.start < longest.end) return true;
    if (part.end > longest.end) longest = part;
  }
  return false;
}

/** A picture whose strips or tiles are complete. */
interface CheckedPicture {
  readonly encoding: PixelEncoding;
  /** The first strip or tile. */
  readonly start: FilePart;
  /** The planes behind its directory, and those of the whole file by its description. */
  readonly planes?: PlaneCounts;
}

function* checkPicture(
  format: Format,
  source: Source,
  directory: Directory,
  isFirst: boolean,
): ByteReader<CheckedPicture | undefined> {
  const { lists, next } = directory;
  const layout = yield* readPixelLayout(format, source, directory);
  if (layout === undefined) {
    // Directories without a picture may follow that of the picture.
    if (isFirst) throw new BadImage('damaged');
    return undefined;
  }
  const tiles = lists.get(TAG.tileOffsets);
  const offsets = tiles ?? lists.get(TAG.stripOffsets);
  const lengths = tiles === undefined ? lists.get(TAG.stripBytes) : lists.get(TAG.tileBytes);
  if (offsets === undefined && lists.has(TAG.jpegOffset)) {
    const start = yield* checkOldJpeg(format, source, directory);
    return { encoding: layout.encoding, start };
  }
  checkTables(source, layout);
  const start = yield* checkChunks(format, source, { layout, offsets, lengths });
  if (!isFirst) return { encoding: layout.encoding, start };
  const description = yield* readDescription(format, source, lists.get(TAG.description));
  const ofImageJ = imageJPlanes(description);
  let found = 1;
  if (next === 0 && layout.planeBytes !== undefined) {
    const pixelsEnd = start.start + layout.planeBytes;
    const behind = partsOfDirectory(directory).filter((part) => part.start >= pixelsEnd);
    const end = Math.min(source.size, ...behind.map((part) => part.start));
    // MetaMorph writes the planes of a stack one after the other, too, and an entry of this list for each.
    const ofMetaMorph = lists.get(TAG.stackPlanes)?.count ?? 1;
    found = Math.max(ofMetaMorph, hasFurtherPlanes(directory.position, pixelsEnd, end) ? ofImageJ : 1);
    if (found > 1 && start.start + found * layout.planeBytes > source.size) throw new BadImage('truncated');
  }
  return { encoding: layout.encoding, start, planes: { found, stated: Math.max(ofImageJ, omePlanes(description)) } };
}

/** The old form of JPEG in a TIFF has no strips. */
function* checkOldJpeg(format: Format, source: Source, { lists }: Directory): ByteReader<FilePart> {
  const offset = yield* readNumber(format, source, lists.get(TAG.jpegOffset), 0);
  const length = yield* readNumber(format, source, lists.get(TAG.jpegBytes), 1);
  if (offset + length > source.size) throw new BadImage('truncated');
  return { start: offset, end: offset };
}

/** Throws if the file ends before a table that the pixels need: a palette, or what all strips of JPEG have in common. */
function checkTables({ size }: Source, { tables }: PixelLayout): void {
  for (const { count, valueBytes, place } of tables) {
    if (typeof place === 'number' && place + count * valueBytes > size) throw new BadImage('truncated');
  }
}

interface Chunks {
  readonly layout: PixelLayout;
  readonly offsets: ValueList | undefined;
  readonly lengths: ValueList | undefined;
}

/**
 * Throws if a strip or tile is missing, is too short, or is not inside the file. Sparse files have some without bytes. Returns
 * the first one.
 */
function* checkChunks(format: Format, source: Source, { layout, offsets, lengths }: Chunks): ByteReader<FilePart> {
  const count = Math.max(offsets?.count ?? 0, lengths?.count ?? 0);
  if (count > MAX_CHUNKS) throw new BadImage('damaged');
  // Very old writers omit the lengths. Those of compressed strips can't be computed.
  const isOmissible = layout.encoding.compression === NO_COMPRESSION || layout.count === 1;
  const listedLengths = lengths?.count ?? (isOmissible ? count : 0);
  if ((offsets?.count ?? 0) < layout.count || listedLengths < layout.count) throw new BadImage('truncated');
  // Readers correct a wrong length of a single strip.
  const isComputable = layout.count === 1 && layout.planeBytes !== undefined;
  let first: FilePart | undefined;
  for (let start = 0; start < count; start += NUMBERS_PER_READ) {
    const offsetAt = yield* readNumbers(format, source, offsets, start);
    const lengthAt = yield* readNumbers(format, source, lengths, start);
    for (let index = 0; index < Math.min(NUMBERS_PER_READ, count - start); index += 1) {
      const needed = start + index < layout.count ? layout.bytesOf(start + index) : 0;
      const offset = offsetAt(index);
      const listed = lengths === undefined ? needed : lengthAt(index);
      const isComputed = isComputable && offset > 0 && listed < needed;
      const length = isComputed ? needed : listed;
      if (length === 0) continue;
      if (offset === 0 || length < needed || offset + length > source.size) throw new BadImage('truncated');
      first ??= { start: offset, end: isComputed ? offset + needed : offset };
    }
  }
  // Without any bytes, nothing has been written yet.
  if (first === undefined) throw new BadImage('truncated');
  return first;
}

/** Reads the start of a description, in which ImageJ states the number of planes, or all of it if it is OME-XML. */
function* readDescription(format: Format, source: Source, description: ValueList | undefined): ByteReader<string> {
  if (description === undefined || description.valueBytes !== 1) return '';
  const start = yield* readText(format, source, description, IMAGEJ_DESCRIPTION_LENGTH);
  if (!/^\s*<(\?xml|!--|(\w+:)?OME\b)/.test(start) || description.count > OME_DESCRIPTION_LENGTH) return start;
  return yield* readText(format, source, description, description.count);
}

function* readText(format: Format, source: Source, list: ValueList, length: number): ByteReader<string> {
  const count = Math.min(list.count, length);
  let text = '';
  while (text.length < count) {
    const codeAt = yield* readNumbers(format, source, { ...list, count }, text.length);
    const codes = Array.from({ length: Math.min(NUMBERS_PER_READ, count - text.length) }, (_, index) => codeAt(index));
    text += String.fromCharCode(...codes);
  }
  return text.replace(/\0+$/, '');
}
