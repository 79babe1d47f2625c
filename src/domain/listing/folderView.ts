import { compareNatural } from '@data-manager/lib/compareNatural';
import {
  filesIn,
  isListingComplete,
  totalBytes,
  type FileItem,
  type FileListing,
  type FolderItem,
} from './fileListing';

/** The content of a folder. Until the listing is complete, everything is in the order of the server. */
export interface FolderView {
  /** In natural order. */
  readonly folders: readonly FolderItem[];
  /** Files directly in the folder, in natural order. */
  readonly files: readonly FileItem[];
  /** All files at any depth, including files in excluded folders, in natural order of their paths. */
  readonly inside: readonly FileItem[];
  /** Totals of all files below. */
  readonly sum: FolderSum;
}

/** Number and total size of files. */
export type FolderSum = Pick<FolderItem, 'fileCount' | 'size'>;

/** A folder while its files are added up. */
type OpenFolder = { -readonly [Member in keyof FolderItem]: FolderItem[Member] };

/**
 * Returns the content of a folder.
 *
 * @param path without a trailing slash
 * @param excluded full paths of direct subfolders that are no rows
 */
export function viewFolder(listing: FileListing, path: string, excluded: readonly string[]): FolderView {
  const prefix = `${path}/`;
  const below = filesIn(listing, path);
  const isDirect = ({ path: { length }, fileName }: FileItem) => length === prefix.length + fileName.length;
  // A folder without subfolders needs one list.
  const files = below.every(isDirect) ? below : below.filter(isDirect);
  const folders = new Map<string, OpenFolder>();
  if (files !== below) addFolders(folders, prefix, below);
  for (const title of markedFolders(listing, prefix)) openFolder(folders, prefix, title);
  const shown = [...folders.values()].filter((folder) => !excluded.includes(folder.path));
  return {
    folders: isListingComplete(listing) ? shown.sort((left, right) => compareNatural(left.title, right.title)) : shown,
    files,
    inside: below,
    sum: { fileCount: below.length, size: totalBytes(below) },
  };
}

/** Adds up the folders that contain files. */
function addFolders(folders: Map<string, OpenFolder>, prefix: string, files: readonly FileItem[]): void {
  // Most files are in the same folder as the file before them.
  let current: OpenFolder | undefined;
  for (const file of files) {
    const slash = file.path.indexOf('/', prefix.length);
    if (slash < 0) continue;
    if (current?.path.length !== slash || !file.path.startsWith(current.path)) {
      current = openFolder(folders, prefix, file.path.slice(prefix.length, slash));
    }
    addFile(current, file);
  }
}

function openFolder(folders: Map<string, OpenFolder>, prefix: string, title: string): OpenFolder {
  const folder = folders.get(title) ?? { isFolder: true, title, path: prefix + title, size: 0, fileCount: 0 };
  folders.set(title, folder);
  return folder;
}

function addFile(folder: OpenFolder, { size, lastModified, modified }: FileItem): void {
  folder.size += size;
  folder.fileCount += 1;
  // ISO-8601 times of the same zone can be compared as text.
  if (lastModified !== undefined && lastModified > (folder.lastModified ?? '')) folder.lastModified = lastModified;
  if (modified !== undefined && modified > (folder.modified ?? '')) folder.modified = modified;
}

/** Returns the titles of the folders that have a marker, or contain one. The folder's own marker is not its child. */
function markedFolders({ markers }: FileListing, prefix: string): readonly string[] {
  return markers
    .filter((key) => key.length > prefix.length && key.startsWith(prefix))
    .map((key) => key.slice(prefix.length, key.indexOf('/', prefix.length)));
}
