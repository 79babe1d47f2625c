import { compareNatural } from '../lib/compareNatural';
import { parseFileName } from './fileName';
import { shownName } from './shownName';

/** An object of the storage, as the server lists it. A key ending in `/` is an empty folder. */
export interface FileEntry {
  /** Full key, from the sponsor's id on. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** ISO-8601 UTC. */
  readonly lastModified?: string;
}

/** What the name of a section image says (specification, section 3). */
interface SectionNaming {
  /** The section's number as text, without leading zeros. */
  readonly title: string;
  /** As in the name, `S000123`. */
  readonly sectionName: string;
  readonly layer: number;
  readonly channel: number;
}

/** A file in a listing. `naming` is absent where the name does not follow the grammar: such files are shown too. */
export interface FileItem {
  readonly isFolder: false;
  /** Full key. */
  readonly path: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** ISO-8601 UTC. */
  readonly lastModified?: string;
  readonly naming?: SectionNaming;
}

/** A folder in a listing, with everything below it added up. */
interface FolderItem {
  readonly isFolder: true;
  readonly title: string;
  /** Full path without a slash at the end. */
  readonly path: string;
  /** Bytes of all files below. */
  readonly size: number;
  /** Files below, at any depth; empty folders do not count. */
  readonly fileCount: number;
  /** The latest of the files below, ISO-8601 UTC. */
  readonly lastModified?: string;
}

export type ListingItem = FileItem | FolderItem;

/** Listings hold the same entries for as long as they are not asked anew: no name is read twice. */
const itemsRead = new WeakMap<FileEntry, FileItem>();

/** A file's row, with what its name says. */
export function fileItem(entry: FileEntry): FileItem {
  const item = itemsRead.get(entry) ?? readItem(entry);
  itemsRead.set(entry, item);
  return item;
}

function readItem(entry: FileEntry): FileItem {
  const fileName = entry.key.slice(entry.key.lastIndexOf('/') + 1);
  const parsed = parseFileName(fileName);
  return {
    isFolder: false,
    path: entry.key,
    fileName,
    size: entry.size,
    ...(entry.lastModified !== undefined && { lastModified: entry.lastModified }),
    ...(parsed.ok && {
      naming: {
        title: String(parsed.value.section),
        sectionName: parsed.value.sectionName,
        layer: parsed.value.layer,
        channel: parsed.value.channel,
      },
    }),
  };
}

/** The direct children of a folder (`path` without a slash at the end): folders first, each in natural order. */
export function listFolder(entries: readonly FileEntry[], path: string): readonly ListingItem[] {
  const prefix = `${path}/`;
  const files: FileItem[] = [];
  const folders = new Map<string, FolderItem>();
  for (const entry of entries) {
    // The folder's own marker (`path/`) is not a child of it.
    if (!entry.key.startsWith(prefix) || entry.key === prefix) continue;
    const slash = entry.key.indexOf('/', prefix.length);
    if (slash < 0) {
      files.push(fileItem(entry));
      continue;
    }
    const title = entry.key.slice(prefix.length, slash);
    folders.set(title, withEntry(folders.get(title) ?? emptyFolder(title, prefix + title), entry));
  }
  return [
    ...[...folders.values()].sort((left, right) => compareNatural(left.title, right.title)),
    ...files.sort((left, right) => compareNatural(left.fileName, right.fileName)),
  ];
}

/** Every file below a folder, at any depth; markers of empty folders are no files. */
export function filesBelow(entries: readonly FileEntry[], path: string): readonly FileEntry[] {
  const prefix = `${path}/`;
  return entries.filter((entry) => entry.key.startsWith(prefix) && !isFolderMarker(entry));
}

/**
 * Every file below a folder as rows, in natural order of their paths.
 *
 * @param without folders that are left out with all that is in them, as full paths
 */
export function filesInside(
  entries: readonly FileEntry[],
  path: string,
  without: readonly string[],
): readonly FileItem[] {
  return filesBelow(entries, path)
    .filter(({ key }) => !without.some((folder) => key.startsWith(`${folder}/`)))
    .map(fileItem)
    .sort((left, right) => compareNatural(left.path, right.path));
}

/** Whether something exists at or below a path: an object, a marker, anything. */
export function folderExists(entries: readonly FileEntry[], path: string): boolean {
  return entries.some((entry) => entry.key.startsWith(`${path}/`));
}

/** The name under which people know an item, as it is shown. A key may hold a folder without a name (`a//b`). */
export function itemName(item: ListingItem): string {
  return shownName(item.isFolder ? item.title || '(no name)' : item.fileName);
}

function isFolderMarker(entry: FileEntry): boolean {
  return entry.key.endsWith('/');
}

function emptyFolder(title: string, path: string): FolderItem {
  return { isFolder: true, title, path, size: 0, fileCount: 0 };
}

function withEntry(folder: FolderItem, entry: FileEntry): FolderItem {
  if (isFolderMarker(entry)) return folder;
  const lastModified = later(folder.lastModified, entry.lastModified);
  return {
    ...folder,
    size: folder.size + entry.size,
    fileCount: folder.fileCount + 1,
    ...(lastModified !== undefined && { lastModified }),
  };
}

/** ISO-8601 UTC times of one form are in order as text. */
function later(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left > right ? left : right;
}
