import { compareNatural } from '../../lib/compareNatural';
import type { InPieces } from '../../lib/inPieces';
import { sortByName } from '../../lib/sortByName';
import {
  fileItem,
  isFolderMarker,
  isListingComplete,
  type FileEntry,
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
  /** All files at any depth, in natural order of their paths. */
  readonly inside: readonly FileItem[];
  /** Totals of all files below, including files in excluded folders. */
  readonly sum: FolderSum;
}

/** Number and total size of files. */
export type FolderSum = Pick<FolderItem, 'fileCount' | 'size'>;

/** The contents collected from a listing so far. */
interface Collected {
  /** Path of the folder, with a trailing slash. */
  readonly prefix: string;
  /** Names of the excluded folders. */
  readonly excluded: ReadonlySet<string>;
  readonly folders: Map<string, FolderItem>;
  readonly files: FileItem[];
  /** Identical to `files` until the first file in a subfolder. */
  inside: FileItem[];
  /** True while the files are in natural order, as in most listings. Checked page by page, which spreads the work. */
  isOrdered: boolean;
  readonly sum: { -readonly [Member in keyof FolderSum]: FolderSum[Member] };
  piecesRead: number;
  /** Set once the listing is complete. */
  view?: FolderView;
}

/** Caches results by the first piece of a listing, which stays the same when more pages arrive. */
const collectedByListing = new WeakMap<readonly FileEntry[], Map<string, Collected>>();

/**
 * Returns the content of a folder. If the listing has grown since the last call, only the new pieces are read.
 *
 * @param path without a trailing slash
 * @param excluded full paths of direct subfolders to omit
 */
export function* viewFolder(listing: FileListing, path: string, excluded: readonly string[]): InPieces<FolderView> {
  const found = collectedOf(listing, path, excluded);
  for (;;) {
    const piece = listing.pieces[found.piecesRead];
    if (piece === undefined) break;
    for (const entry of piece) collect(found, entry);
    found.piecesRead += 1;
    yield;
  }
  if (found.view !== undefined) return found.view;
  const folders = [...found.folders.values()];
  const sum = { ...found.sum };
  const isFlat = found.inside === found.files;
  if (!isListingComplete(listing)) {
    const files = [...found.files];
    return { folders, files, inside: isFlat ? files : [...found.inside], sum };
  }
  const files = found.isOrdered ? found.files : yield* sortByName(found.files, ({ fileName }) => fileName);
  const view: FolderView = {
    folders: folders.sort((left, right) => compareNatural(left.title, right.title)),
    files,
    inside: isFlat ? files : yield* sortByName(found.inside, ({ path }) => path),
    sum,
  };
  found.view = view;
  return view;
}

function collectedOf({ pieces }: FileListing, path: string, excluded: readonly string[]): Collected {
  const [first = []] = pieces;
  const byFolder = collectedByListing.get(first) ?? new Map<string, Collected>();
  collectedByListing.set(first, byFolder);
  const name = [path, ...excluded].join('\n');
  const files: FileItem[] = [];
  const found = byFolder.get(name) ?? {
    prefix: `${path}/`,
    excluded: new Set(excluded.map((folder) => folder.slice(path.length + 1))),
    folders: new Map<string, FolderItem>(),
    files,
    inside: files,
    isOrdered: true,
    sum: { fileCount: 0, size: 0 },
    piecesRead: 0,
  };
  byFolder.set(name, found);
  return found;
}

function byName(left: FileItem, right: FileItem): number {
  return compareNatural(left.fileName, right.fileName);
}

function collect(found: Collected, entry: FileEntry): void {
  const { prefix, excluded, folders, files, sum } = found;
  const { key } = entry;
  // The folder's own marker (`path/`) is not its child.
  if (!key.startsWith(prefix) || key.length === prefix.length) return;
  const isFile = !isFolderMarker(entry);
  if (isFile) {
    sum.fileCount += 1;
    sum.size += entry.size;
  }
  const slash = key.indexOf('/', prefix.length);
  if (slash < 0) {
    const file = fileItem(entry);
    const last = files.at(-1);
    found.isOrdered &&= last === undefined || byName(last, file) <= 0;
    files.push(file);
    if (found.inside !== files) found.inside.push(file);
    return;
  }
  const title = key.slice(prefix.length, slash);
  if (excluded.has(title)) return;
  const folder = folders.get(title) ?? { isFolder: true, title, path: prefix + title, size: 0, fileCount: 0 };
  folders.set(title, isFile ? withFile(folder, entry) : folder);
  if (!isFile) return;
  if (found.inside === files) found.inside = [...files];
  found.inside.push(fileItem(entry));
}

function withFile(folder: FolderItem, { size, lastModified }: FileEntry): FolderItem {
  const latest = later(folder.lastModified, lastModified);
  return {
    isFolder: true,
    title: folder.title,
    path: folder.path,
    size: folder.size + size,
    fileCount: folder.fileCount + 1,
    ...(latest !== undefined && { lastModified: latest }),
  };
}

/** Compares ISO-8601 UTC times as text. */
function later(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left > right ? left : right;
}
