import type { DownloadPath } from '../../domain/downloads/download';
import { itemName, totalBytes, type FileItem, type ListingItem } from '../../domain/listing/fileListing';
import type { FolderSum, FolderView } from '../../domain/listing/folderView';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { counted } from '../../lib/plural';
import { isNothingSelected, type GridSelection } from '../../ui/gridColumn';

/** What a click on `Download` would fetch. */
export interface DownloadChoice {
  readonly path: DownloadPath;
  readonly title: string;
  readonly fileCount: number;
  /** Bytes. */
  readonly size: number;
}

/** An item's id in the table: a folder and a file may bear the same name. */
export function itemId(item: ListingItem): string {
  return item.isFolder ? `${item.path}/` : item.path;
}

/**
 * What is chosen of a folder: of the folders in it, and of all files inside, for the filters show those, too. Ids of items
 * that are gone do not count.
 */
export function selectedItems({ folders, inside }: FolderView, selection: GridSelection): readonly ListingItem[] {
  if (isNothingSelected(selection)) return [];
  const isSelected = (item: ListingItem) => selection[itemId(item)] === true;
  return [...folders.filter(isSelected), ...inside.filter(isSelected)];
}

/** `3 items selected, 6.00 KB (1 not shown)`; empty where nothing is chosen. */
export function selectionWords(selected: readonly ListingItem[], shown: readonly ListingItem[]): string {
  if (selected.length === 0) return '';
  const inSight = new Set(shown);
  const unseen = selected.filter((item) => !inSight.has(item)).length;
  return `${counted(selected.length, 'item')} selected, ${formatBytes(totalBytes(selected))}${unseen === 0 ? '' : ` (${formatCount(unseen)} not shown)`}`;
}

/**
 * Nothing chosen: the whole folder. A folder alone: that folder. Files: those files. Folders among others: every file
 * below them, since one archive holds either a folder or a list of files. Undefined where there is no file to fetch, and
 * for folders among others while some of their files are not listed yet.
 */
export function downloadChoice(
  { inside, sum }: FolderView,
  selected: readonly ListingItem[],
  folder: { readonly path: string; readonly title: string; readonly isPartial: boolean },
): DownloadChoice | undefined {
  if (selected.length === 0) return choiceOf(folder.path, folder.title, sum);
  const only = selected.length === 1 ? selected[0] : undefined;
  if (only?.isFolder === true) return choiceOf(only.path, itemName(only), only);
  const folders = new Set(selected.filter((item) => item.isFolder).map(({ path }) => `${path}/`));
  if (folder.isPartial && folders.size > 0) return undefined;
  const alone = selected.filter((item) => !item.isFolder);
  const files = folders.size === 0 ? alone : withFolders(inside, alone, folders, folder.path);
  const paths = files.map(({ path }) => path);
  const title = only === undefined ? counted(files.length, 'file') : itemName(only);
  return choiceOf(paths, title, { fileCount: files.length, size: totalBytes(files) });
}

/** Each file once, though it be chosen by itself and by its folder. */
function withFolders(
  inside: readonly FileItem[],
  alone: readonly FileItem[],
  folders: ReadonlySet<string>,
  path: string,
): readonly FileItem[] {
  const chosen = new Set(alone);
  const start = path.length + 1;
  return inside.filter(
    (file) => chosen.has(file) || folders.has(file.path.slice(0, file.path.indexOf('/', start) + 1)),
  );
}

function choiceOf(path: DownloadPath, title: string, { fileCount, size }: FolderSum): DownloadChoice | undefined {
  return fileCount === 0 ? undefined : { path, title, fileCount, size };
}
