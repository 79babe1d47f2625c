import type { DownloadPath } from '../../domain/download';
import { filesBelow, itemName, type FileEntry, type ListingItem } from '../../domain/fileListing';
import type { FolderView } from '../../domain/folderView';
import { counted } from '../../domain/metadata';
import { formatBytes } from '../../lib/formatBytes';
import type { GridSelection } from '../../ui/gridColumn';

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
  if (isNothing(selection)) return [];
  const isSelected = (item: ListingItem) => selection[itemId(item)] === true;
  return [...folders.filter(isSelected), ...inside.filter(isSelected)];
}

function isNothing(selection: GridSelection): boolean {
  for (const _ in selection) return false;
  return true;
}

/** `3 items selected, 6.00 KB (1 of them not shown)`; empty where nothing is chosen. */
export function selectionWords(selected: readonly ListingItem[], shown: readonly ListingItem[]): string {
  if (selected.length === 0) return '';
  const inSight = new Set(shown);
  const unseen = selected.filter((item) => !inSight.has(item)).length;
  const aside = unseen === 0 ? '' : ` (${unseen.toLocaleString('en')} of them not shown)`;
  return `${counted(selected.length, 'item')} selected, ${formatBytes(totalBytes(selected))}${aside}`;
}

/** Bytes of all of them. */
export function totalBytes(items: readonly { readonly size: number }[]): number {
  return items.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Nothing chosen: the whole folder. A folder alone: that folder. Files: those files. Folders among others: every file
 * below them, since one archive holds either a folder or a list of files. Undefined where there is no file to fetch, and
 * for folders among others while some of their files are not listed yet.
 */
export function downloadChoice(
  entries: readonly FileEntry[],
  selected: readonly ListingItem[],
  folder: { readonly path: string; readonly title: string; readonly isPartial: boolean },
): DownloadChoice | undefined {
  const only = selected.length === 1 ? selected[0] : undefined;
  if (selected.length === 0 || only?.isFolder === true) {
    const whole = only === undefined ? folder : { path: only.path, title: itemName(only) };
    return choiceOf(filesBelow(entries, whole.path), whole.path, whole.title);
  }
  if (folder.isPartial && selected.some((item) => item.isFolder)) return undefined;
  const files = selected.some((item) => item.isFolder)
    ? withFolders(entries, selected)
    : selected.map(({ path, size }) => ({ key: path, size }));
  const title = only === undefined ? counted(files.length, 'file') : itemName(only);
  return choiceOf(
    files,
    files.map((file) => file.key),
    title,
  );
}

function withFolders(entries: readonly FileEntry[], selected: readonly ListingItem[]): readonly FileEntry[] {
  // A file may be chosen twice: by itself and by its folder.
  const byKey = new Map<string, FileEntry>();
  for (const item of selected) {
    const chosen = item.isFolder ? filesBelow(entries, item.path) : [{ key: item.path, size: item.size }];
    for (const file of chosen) byKey.set(file.key, file);
  }
  return [...byKey.values()];
}

function choiceOf(files: readonly FileEntry[], path: DownloadPath, title: string): DownloadChoice | undefined {
  if (files.length === 0) return undefined;
  return { path, title, fileCount: files.length, size: totalBytes(files) };
}
