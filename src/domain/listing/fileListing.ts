import { joinChunks } from '@data-manager/lib/chunks';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { lastSegment } from '@data-manager/lib/lastSegment';
import type { RequestFailure } from '../failures/failure';
import { parseFileName, type ParsedFileName } from '../names/grammar';
import { shownName } from '../names/shownName';
import type { ImageContent } from '../pictures/check/imageContent';
import type { FileTimes } from './fileDate';

/** A stored object as listed by the server. A key that ends in `/` is an empty folder. */
export interface FileEntry extends FileTimes {
  /** Full key, starting with the sponsor ID. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** As received: the MD5 of the content, the multipart form of S3 (`{md5 of the MD5s}-{parts}`), or something else. */
  readonly etag?: string;
  /** Bytes per part of a multipart upload; the last part can be smaller. 0 if the server's value is malformed. */
  readonly partSize?: number;
  /** Why the server can't read the file as an image. Absent if it can, or if the server does not check files. */
  readonly unreadable?: ImageProblem;
  /** What the server has found in the image. Absent while it has not looked. */
  readonly content?: ImageContent;
}

/**
 * Why a file is not a readable image: no bytes, fewer bytes than its header announces, not a TIFF, or another reason.
 */
export type ImageProblem = 'empty' | 'truncated' | 'not-tiff' | 'damaged';

const IMAGE_PROBLEMS: Readonly<Record<ImageProblem, string>> = {
  empty: 'empty',
  truncated: 'truncated',
  'not-tiff': 'not a TIFF',
  damaged: 'damaged',
};

/** Returns a few words such as `not a TIFF`. */
export function imageProblemText(problem: ImageProblem): string {
  return IMAGE_PROBLEMS[problem];
}

/** Returns a note about the file with the problem: `Damaged: truncated`. */
export function damageText(problem: ImageProblem): string {
  return problem === 'damaged' ? 'Damaged' : `Damaged: ${imageProblemText(problem)}`;
}

/** The parts of a section image's name (specification, section 3). */
interface SectionNaming {
  /** The section number as text, without leading zeros. */
  readonly title: string;
  /** As in the file name: `S000123`. */
  readonly sectionName: string;
  readonly layer: number;
  readonly channel: number;
}

/** A file in a listing. */
export interface FileItem extends FileTimes {
  readonly isFolder: false;
  /** Full key. */
  readonly path: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** Absent if the name does not follow the naming convention. */
  readonly naming?: SectionNaming;
  /** Why the file is not a readable image, as far as known. Only files whose names follow the convention are images. */
  readonly unreadable?: ImageProblem;
  /** What was found in an image that is not damaged. Absent while it is unknown. */
  readonly content?: Exclude<ImageContent, 'damaged'>;
}

/** A folder in a listing, with the totals of everything below it, and the latest times. */
export interface FolderItem extends FileTimes {
  readonly isFolder: true;
  readonly title: string;
  /** Full path without a trailing slash. */
  readonly path: string;
  /** Bytes of all files below. */
  readonly size: number;
  /** Number of files below, at any depth. Excludes empty folders. */
  readonly fileCount: number;
}

/** A row of a file list. */
export type ListingItem = FileItem | FolderItem;

/** Returns the total size in bytes. */
export function totalBytes(items: readonly { readonly size: number }[]): number {
  return items.reduce((sum, { size }) => sum + size, 0);
}

/** Creates the row of a file and parses its name. */
export function fileItem(entry: FileEntry): FileItem {
  return rowOf(entry, undefined);
}

/**
 * @param before the previous file of a list. Files of the same section, which mostly follow each other, share its strings:
 *   that saves a tenth of the memory of a list
 */
function rowOf(
  { key, size, lastModified, modified, unreadable, content }: FileEntry,
  before: FileItem | undefined,
): FileItem {
  const fileName = lastSegment(key);
  const parsed = parseFileName(fileName);
  const naming = parsed && namingOf(parsed, before?.naming);
  // The usual members in one literal, which takes less time and memory than members that are added one by one.
  if (naming !== undefined && lastModified !== undefined && size > 0 && unreadable === undefined) {
    if (content === undefined) {
      return modified === undefined
        ? { isFolder: false, path: key, fileName, size, lastModified, naming }
        : { isFolder: false, path: key, fileName, size, lastModified, modified, naming };
    }
    if (content !== 'damaged' && modified !== undefined) {
      return { isFolder: false, path: key, fileName, size, lastModified, modified, naming, content };
    }
  }
  const item: { -readonly [Member in keyof FileItem]: FileItem[Member] } = {
    isFolder: false,
    path: key,
    fileName,
    size,
  };
  if (lastModified !== undefined) item.lastModified = lastModified;
  if (modified !== undefined) item.modified = modified;
  if (naming !== undefined) {
    item.naming = naming;
    if (size === 0) item.unreadable = 'empty';
    else if (unreadable !== undefined) item.unreadable = unreadable;
    else if (content === 'damaged') item.unreadable = content;
    else if (content !== undefined) item.content = content;
  }
  return item;
}

function namingOf(
  { section, sectionName, layer, channel }: ParsedFileName,
  before: SectionNaming | undefined,
): SectionNaming {
  const texts = before?.sectionName === sectionName ? before : { title: String(section), sectionName };
  return { title: texts.title, sectionName: texts.sectionName, layer, channel };
}

/** Returns true if any object or folder marker exists below the path. */
export function folderExists(entries: readonly FileEntry[], path: string): boolean {
  return entries.some((entry) => entry.key.startsWith(`${path}/`));
}

/** Returns the display name of an item. */
export function itemName(item: ListingItem): string {
  return shownName(item.isFolder ? item.title || '(no name)' : item.fileName);
}

/** Returns true for the marker object of an empty folder. */
export function isFolderMarker(entry: FileEntry): boolean {
  return entry.key.endsWith('/');
}

/** The files below a path that are loaded so far. */
export interface FileListing {
  /** In the order of the server, and in pieces so that another page does not copy the existing entries. */
  readonly pieces: readonly (readonly FileEntry[])[];
  /**
   * The rows of all files, without the markers of folders: in pieces in the order of the server, and as one list in the
   * natural order of their paths once the listing is complete.
   */
  readonly files: readonly (readonly FileItem[])[];
  /** True while the rows arrive in natural order, which saves sorting them in one go after the last page. */
  readonly isInOrder: boolean;
  /** The keys of the markers of empty folders. */
  readonly markers: readonly string[];
  /** Number of entries in all pieces. */
  readonly count: number;
  /** The server's cursor for the next page. Absent once the listing is complete. */
  readonly cursor?: string;
  /** Why the next page could not be loaded. */
  readonly failure?: RequestFailure;
}

/** The listing before its first page. */
export const NOTHING_LISTED: FileListing = { pieces: [], files: [], isInOrder: true, markers: [], count: 0 };

/** Appends a page. A page without a cursor is the last one. */
export function withPage(listing: FileListing, pieces: FileListing['pieces'], cursor: string | undefined): FileListing {
  const { pieces: all, files, isInOrder, markers, count } = pieces.reduce(withEntries, listing);
  if (cursor !== undefined) return { pieces: all, files, isInOrder, markers, count, cursor };
  const rows = joinChunks(files);
  const sorted = isInOrder ? rows : rows.toSorted(comparePaths);
  return { pieces: all, files: [Object.freeze(sorted)], isInOrder: true, markers, count };
}

/** Appends a part of a page. */
export function withEntries(listing: FileListing, entries: readonly FileEntry[]): FileListing {
  const files = filesAmong(entries);
  return {
    ...listing,
    pieces: [...listing.pieces, entries],
    files: [...listing.files, files],
    isInOrder: listing.isInOrder && continueInOrder(listing.files, files),
    markers: listing.markers.concat(entries.filter(isFolderMarker).map(({ key }) => key)),
    count: listing.count + entries.length,
  };
}

/** Frozen like the list below. The store would freeze every file otherwise, which takes long. */
function filesAmong(entries: readonly FileEntry[]): readonly FileItem[] {
  const files: FileItem[] = [];
  for (const entry of entries) if (!isFolderMarker(entry)) files.push(rowOf(entry, files.at(-1)));
  return Object.freeze(files);
}

/** Returns true if the files are in natural order, and come after those before them. */
function continueInOrder(before: FileListing['files'], files: readonly FileItem[]): boolean {
  let last = before.findLast(({ length }) => length > 0)?.at(-1);
  return files.every((file) => {
    const previous = last;
    last = file;
    return previous === undefined || comparePaths(previous, file) <= 0;
  });
}

function comparePaths(left: FileItem, right: FileItem): number {
  return compareNatural(left.path, right.path);
}

/** Returns the files below a path in natural order, or undefined until the listing is complete. */
export function filesBelow(listing: FileListing, path: string): readonly FileItem[] | undefined {
  return isListingComplete(listing) ? filesIn(listing, path) : undefined;
}

/** Returns the files below a path that are loaded so far. */
export function filesIn({ files: [first = [], ...others] }: FileListing, path: string): readonly FileItem[] {
  const files = others.length === 0 ? first : joinChunks([first, ...others]);
  const prefix = `${path}/`;
  const isBelow = (file: FileItem) => file.path.startsWith(prefix);
  // Most lists are of the whole path, and share the array.
  return files.every(isBelow) ? files : files.filter(isBelow);
}

/** Returns true if every page is loaded. */
export function isListingComplete({ cursor }: FileListing): boolean {
  return cursor === undefined;
}

/** Returns true if the content of an image in a listing is unknown. */
export function hasUnknownContent({ files }: FileListing): boolean {
  return files.some((list) => list.some(isUnknownImage));
}

function isUnknownImage({ naming, unreadable, content }: FileItem): boolean {
  return naming !== undefined && unreadable === undefined && content === undefined;
}

/**
 * Returns true if a listing that is still loading may replace the shown one. A complete listing stays until the new one
 * is complete, too.
 */
export function mayReplace(loading: FileListing, shown: FileListing | undefined): boolean {
  return shown === undefined || (!isListingComplete(shown) && loading.count >= shown.count);
}

/** A listing is shown again when it has grown by this share. */
const SHOWN_GROWTH = 1 / 4;

/**
 * Returns true if a listing has grown enough since it was last shown. Showing takes time for every file, so showing
 * each of a thousand pages would take quadratic time.
 */
export function hasGrown(loading: FileListing, shown: FileListing): boolean {
  return loading.count >= shown.count * (1 + SHOWN_GROWTH);
}

/** Returns all entries as one array. */
export function listedEntries({ pieces }: FileListing): readonly FileEntry[] {
  return joinChunks(pieces);
}
