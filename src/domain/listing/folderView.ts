import { compareNatural } from '../../lib/compareNatural';
import type { InPieces } from '../../lib/inPieces';
import { sortInPieces } from '../../lib/sortInPieces';
import { fileItem, isFolderMarker, type FileEntry, type FileItem, type FolderItem } from './fileListing';
import { isWhole, type FileListing } from './listing';

/** What stands in a folder. While the listing is not whole, all is in the server's order. */
export interface FolderView {
  /** In natural order. */
  readonly folders: readonly FolderItem[];
  /** Those directly in the folder, in natural order. */
  readonly files: readonly FileItem[];
  /** Every file, at any depth, in natural order of the paths. */
  readonly inside: readonly FileItem[];
  /** Every file below, those in folders that are left out included. */
  readonly sum: FolderSum;
}

/** How many files there are, and their bytes together. */
export type FolderSum = Pick<FolderItem, 'fileCount' | 'size'>;

/** What was read of a listing so far. */
interface Gathered {
  /** With a slash at the end. */
  readonly prefix: string;
  readonly without: ReadonlySet<string>;
  readonly folders: Map<string, FolderItem>;
  readonly files: FileItem[];
  readonly inside: FileItem[];
  readonly sum: { -readonly [Member in keyof FolderSum]: FolderSum[Member] };
  piecesRead: number;
  /** Once the listing is whole. */
  view?: FolderView;
}

/** By the first piece, which stays when further pages come: what is read of a listing is read once, whoever asks. */
const gathered = new WeakMap<readonly FileEntry[], Map<string, Gathered>>();

/**
 * The content of a folder (`path` without a slash at the end). A listing that has grown since is read from there on.
 *
 * @param without folders directly in it that are left out with all that is in them, as full paths
 */
export function* viewFolder(listing: FileListing, path: string, without: readonly string[]): InPieces<FolderView> {
  const found = gatheredOf(listing, path, without);
  for (;;) {
    const piece = listing.pieces[found.piecesRead];
    if (piece === undefined) break;
    for (const entry of piece) gather(found, entry);
    found.piecesRead += 1;
    yield;
  }
  if (found.view !== undefined) return found.view;
  const folders = [...found.folders.values()];
  const sum = { ...found.sum };
  if (!isWhole(listing)) return { folders, files: [...found.files], inside: [...found.inside], sum };
  const files = yield* sortInPieces(found.files, (left, right) => compareNatural(left.fileName, right.fileName));
  const view: FolderView = {
    folders: folders.sort((left, right) => compareNatural(left.title, right.title)),
    files,
    inside:
      found.inside.length === files.length
        ? files
        : yield* sortInPieces(found.inside, (left, right) => compareNatural(left.path, right.path)),
    sum,
  };
  found.view = view;
  return view;
}

function gatheredOf({ pieces }: FileListing, path: string, without: readonly string[]): Gathered {
  const [first = []] = pieces;
  const byFolder = gathered.get(first) ?? new Map<string, Gathered>();
  gathered.set(first, byFolder);
  const name = [path, ...without].join('\n');
  const found = byFolder.get(name) ?? {
    prefix: `${path}/`,
    without: new Set(without.map((folder) => folder.slice(path.length + 1))),
    folders: new Map<string, FolderItem>(),
    files: [],
    inside: [],
    sum: { fileCount: 0, size: 0 },
    piecesRead: 0,
  };
  byFolder.set(name, found);
  return found;
}

function gather({ prefix, without, folders, files, inside, sum }: Gathered, entry: FileEntry): void {
  const { key } = entry;
  // The folder's own marker (`path/`) is not a child of it.
  if (!key.startsWith(prefix) || key.length === prefix.length) return;
  const isFile = !isFolderMarker(entry);
  if (isFile) {
    sum.fileCount += 1;
    sum.size += entry.size;
  }
  const slash = key.indexOf('/', prefix.length);
  if (slash < 0) {
    const file = fileItem(entry);
    files.push(file);
    inside.push(file);
    return;
  }
  const title = key.slice(prefix.length, slash);
  if (without.has(title)) return;
  const folder = folders.get(title) ?? { isFolder: true, title, path: prefix + title, size: 0, fileCount: 0 };
  folders.set(title, isFile ? withFile(folder, entry) : folder);
  if (isFile) inside.push(fileItem(entry));
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

/** ISO-8601 UTC times of one form are in order as text. */
function later(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left > right ? left : right;
}
