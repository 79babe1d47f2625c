import type { DownloadPath } from '../../domain/download';
import { filesBelow, itemName, type FileEntry, type ListingItem } from '../../domain/fileListing';
import { counted } from '../../domain/metadata';
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

/** The items of a folder that are chosen; ids of items that are gone do not count. */
export function selectedItems(items: readonly ListingItem[], selection: GridSelection): readonly ListingItem[] {
  return items.filter((item) => selection[itemId(item)] === true);
}

/**
 * Nothing chosen: the whole folder. A folder alone: that folder. Files: those files. Folders among others: every file
 * below them, since one archive holds either a folder or a list of files. Undefined where there is no file to fetch.
 */
export function downloadChoice(
  entries: readonly FileEntry[],
  selected: readonly ListingItem[],
  folder: { readonly path: string; readonly title: string },
): DownloadChoice | undefined {
  const only = selected.length === 1 ? selected[0] : undefined;
  if (selected.length === 0 || only?.isFolder === true) {
    const whole = only === undefined ? folder : { path: only.path, title: itemName(only) };
    return choiceOf(filesBelow(entries, whole.path), whole.path, whole.title);
  }
  const files = selected.flatMap((item): readonly FileEntry[] =>
    item.isFolder ? filesBelow(entries, item.path) : [{ key: item.path, size: item.size }],
  );
  const title = only === undefined ? counted(files.length, 'file') : itemName(only);
  return choiceOf(
    files,
    files.map((file) => file.key),
    title,
  );
}

function choiceOf(files: readonly FileEntry[], path: DownloadPath, title: string): DownloadChoice | undefined {
  if (files.length === 0) return undefined;
  return { path, title, fileCount: files.length, size: files.reduce((sum, file) => sum + file.size, 0) };
}
