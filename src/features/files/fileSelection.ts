import type { DownloadPath } from '@data-manager/domain/downloads/download';
import {
  itemName,
  totalBytes,
  type FileEntry,
  type FileItem,
  type ListingItem,
} from '@data-manager/domain/listing/fileListing';
import type { FolderSum, FolderView } from '@data-manager/domain/listing/folderView';
import { commonFolder } from '@data-manager/lib/commonFolder';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import type { GridSelection } from '../../ui/gridColumn';

/** The selection that the `Download` button downloads. */
export interface DownloadChoice {
  readonly path: DownloadPath;
  readonly title: string;
  readonly fileCount: number;
  /** Bytes. */
  readonly size: number;
}

/** Returns the row ID of an item. The slash distinguishes a folder from a file with the same name. */
export function itemId(item: ListingItem): string {
  return item.isFolder ? `${item.path}/` : item.path;
}

/**
 * Returns the selected items of a folder, including files in subfolders, which filters show. Ignores IDs of items that no
 * longer exist.
 */
export function selectedItems({ folders, inside }: FolderView, selection: GridSelection): readonly ListingItem[] {
  if (selection.size === 0) return [];
  const isSelected = (item: ListingItem) => selection.has(itemId(item));
  return [...folders.filter(isSelected), ...inside.filter(isSelected)];
}

/** Returns `3 files selected, 6.00 KB (1 not shown)`, or an empty string without a selection. */
export function selectionSummary(selected: readonly ListingItem[], shown: readonly ListingItem[]): string {
  if (selected.length === 0) return '';
  const visible = new Set(shown);
  const hidden = selected.filter((item) => !visible.has(item)).length;
  const what = counted(selected.length, selected.some(({ isFolder }) => isFolder) ? 'item' : 'file');
  return `${what} selected, ${formatBytes(totalBytes(selected))}${hidden === 0 ? '' : ` (${formatCount(hidden)} not shown)`}`;
}

/**
 * Returns what to download:
 * - nothing selected: the shown items if a search or filter hides others, otherwise the whole folder
 * - a single folder: that folder
 * - files: these files
 * - folders with other items: all files in them, since an archive contains either one folder or a list of files
 *
 * Returns undefined if there is no file to download, or if files of one of several folders, or of a filtered list, are not
 * listed yet.
 *
 * @param shown the items that match the search and filters; undefined if there are none
 */
export function downloadChoice(
  view: FolderView,
  selection: readonly ListingItem[],
  shown: readonly ListingItem[] | undefined,
  folder: { readonly path: string; readonly title: string; readonly hasNextPage: boolean },
): DownloadChoice | undefined {
  const { sum } = view;
  if (selection.length === 0 && shown === undefined) return choiceOf(folder.path, folder.title, sum);
  if (selection.length === 0 && folder.hasNextPage) return undefined;
  const selected = selection.length === 0 ? (shown ?? []) : selection;
  const only = selected.length === 1 ? selected[0] : undefined;
  if (only?.isFolder === true) return choiceOf(only.path, itemName(only), only);
  if (folder.hasNextPage && selected.some((item) => item.isFolder)) return undefined;
  const files = selectedFiles(view, selected, folder.path);
  const paths = files.map(({ path }) => path);
  const title = only === undefined ? counted(files.length, 'file') : itemName(only);
  return choiceOf(paths, title, { fileCount: files.length, size: totalBytes(files) });
}

/** Returns the selected files and the files in selected folders. Requires that all files of the folders are listed. */
export function selectedFiles(
  { inside }: FolderView,
  selected: readonly ListingItem[],
  path: string,
): readonly FileItem[] {
  const folders = new Set(selected.filter((item) => item.isFolder).map((item) => `${item.path}/`));
  const single = selected.filter((item) => !item.isFolder);
  return folders.size === 0 ? single : withFolders(inside, single, folders, path);
}

/** Returns each file once, even if it is selected both directly and through its folder. */
function withFolders(
  inside: readonly FileItem[],
  single: readonly FileItem[],
  folders: ReadonlySet<string>,
  path: string,
): readonly FileItem[] {
  const chosen = new Set(single);
  const start = path.length + 1;
  return inside.filter(
    (file) => chosen.has(file) || folders.has(file.path.slice(0, file.path.indexOf('/', start) + 1)),
  );
}

function choiceOf(path: DownloadPath, title: string, { fileCount, size }: FolderSum): DownloadChoice | undefined {
  return fileCount === 0 ? undefined : { path, title, fileCount, size };
}

/** The files of a choice, and the beginning of their keys that is not part of their paths in a folder. */
interface ChosenEntries {
  readonly files: readonly FileEntry[];
  readonly prefix: string;
}

/** Returns the files to download into a folder. They are laid out as in the archive of the same choice. */
export function filesOfChoice(entries: readonly FileEntry[], path: DownloadPath): ChosenEntries {
  if (typeof path === 'string') {
    const files = entries.filter(({ key }) => key.startsWith(`${path}/`));
    return { files, prefix: path.slice(0, path.lastIndexOf('/') + 1) };
  }
  const chosen = new Set(path);
  return { files: entries.filter(({ key }) => chosen.has(key)), prefix: commonFolder(path) };
}
