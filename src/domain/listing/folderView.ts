import { compareNatural } from '../../lib/compareNatural';
import { isFolderMarker, isListingComplete, type FileItem, type FileListing, type FolderItem } from './fileListing';

/** The content of a folder. Until the listing is complete, everything is in the order of the server. */
export interface FolderView {
  /** In natural order. */
  readonly folders: readonly FolderItem[];
  /** Files directly in the folder, in natural order. */
  readonly files: readonly FileItem[];
  /** All files at any depth, in natural order of their paths. */
  readonly inside: readonly FileItem[];
  /** Totals of all files below, including files in excluded folders. */
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
 * @param excluded full paths of direct subfolders to omit
 */
export function viewFolder(listing: FileListing, path: string, excluded: readonly string[]): FolderView {
  const prefix = `${path}/`;
  const files: FileItem[] = [];
  const inside: FileItem[] = [];
  const folders = new Map<string, OpenFolder>();
  const sum = { fileCount: 0, size: 0 };
  // Most files are in the same folder as the file before them.
  let current: OpenFolder | undefined;
  for (const piece of listing.files) {
    for (const file of piece) {
      if (!file.path.startsWith(prefix)) continue;
      sum.fileCount += 1;
      sum.size += file.size;
      const slash = file.path.indexOf('/', prefix.length);
      if (slash < 0) files.push(file);
      else {
        if (current?.path.length !== slash || !file.path.startsWith(current.path)) {
          current = openFolder(folders, prefix, file.path.slice(prefix.length, slash));
        }
        if (excluded.includes(current.path)) continue;
        addFile(current, file);
      }
      inside.push(file);
    }
  }
  for (const title of markedFolders(listing, prefix)) openFolder(folders, prefix, title);
  const shown = [...folders.values()].filter((folder) => !excluded.includes(folder.path));
  return {
    folders: isListingComplete(listing) ? shown.sort((left, right) => compareNatural(left.title, right.title)) : shown,
    // A folder without subfolders needs one list.
    files: files.length === inside.length ? inside : files,
    inside,
    sum,
  };
}

function openFolder(folders: Map<string, OpenFolder>, prefix: string, title: string): OpenFolder {
  const folder = folders.get(title) ?? { isFolder: true, title, path: prefix + title, size: 0, fileCount: 0 };
  folders.set(title, folder);
  return folder;
}

function addFile(folder: OpenFolder, { size, lastModified }: FileItem): void {
  folder.size += size;
  folder.fileCount += 1;
  // ISO-8601 times of the same zone can be compared as text.
  if (lastModified !== undefined && lastModified > (folder.lastModified ?? '')) folder.lastModified = lastModified;
}

/** Returns the titles of the folders that have a marker, or contain one. The folder's own marker is not its child. */
function markedFolders({ pieces }: FileListing, prefix: string): readonly string[] {
  const titles: string[] = [];
  for (const piece of pieces) {
    for (const entry of piece) {
      const { key } = entry;
      if (!isFolderMarker(entry) || key.length === prefix.length || !key.startsWith(prefix)) continue;
      titles.push(key.slice(prefix.length, key.indexOf('/', prefix.length)));
    }
  }
  return titles;
}
