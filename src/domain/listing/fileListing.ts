import { parseFileName } from '../names/fileName';
import { shownName } from '../names/shownName';

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
export interface FolderItem {
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

/** What a list of files has rows for. */
export type ListingItem = FileItem | FolderItem;

/** Bytes of all of them. */
export function totalBytes(items: readonly { readonly size: number }[]): number {
  return items.reduce((sum, { size }) => sum + size, 0);
}

/** A file's row, with what its name says. */
export function fileItem({ key, size, lastModified }: FileEntry): FileItem {
  const fileName = key.slice(key.lastIndexOf('/') + 1);
  const item: { -readonly [Member in keyof FileItem]: FileItem[Member] } = {
    isFolder: false,
    path: key,
    fileName,
    size,
  };
  // Put in one by one: a hundred thousand spread copies take a felt time.
  if (lastModified !== undefined) item.lastModified = lastModified;
  const parsed = parseFileName(fileName);
  if (parsed.ok) {
    const { section, sectionName, layer, channel } = parsed.value;
    item.naming = { title: String(section), sectionName, layer, channel };
  }
  return item;
}

/** Whether something exists at or below a path: an object, a marker, anything. */
export function folderExists(entries: readonly FileEntry[], path: string): boolean {
  return entries.some((entry) => entry.key.startsWith(`${path}/`));
}

/** The name under which people know an item, as it is shown. */
export function itemName(item: ListingItem): string {
  return shownName(item.isFolder ? item.title || '(no name)' : item.fileName);
}

/** Whether it stands for an empty folder. */
export function isFolderMarker(entry: FileEntry): boolean {
  return entry.key.endsWith('/');
}
