import { useDeferredValue, useMemo } from 'react';
import type { FileItem, ListingItem } from '@data-manager/domain/listing/fileListing';
import type { FolderView } from '@data-manager/domain/listing/folderView';
import { filterFiles, isFiltered, type ListFilters, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { foldPaths, searchFiles } from '@data-manager/domain/listing/listSearch';
import { useLater } from '../../ui/useLater';
import { orderOf } from './fileColumns';

interface TableRowsOptions {
  /** Path of the folder, without a trailing slash. */
  readonly path: string;
  readonly view: FolderView;
  readonly filters: ListFilters;
  /** Undefined for natural order. */
  readonly sort: ListQuery['sort'];
  readonly search: string;
  readonly hasNextPage: boolean;
}

const NO_FILES: readonly FileItem[] = [];

/** Returns the sorted rows of a folder. A search or a filter covers all files below, and hides the folders. */
export function useTableRows(options: TableRowsOptions): readonly ListingItem[] {
  const { path, view, filters, sort, search, hasNextPage } = options;
  const shownSort = hasNextPage ? undefined : sort;
  const below = useMemo(
    () => sortItems(isFiltered(filters) ? filterFiles(view.inside, filters) : view.inside, shownSort),
    [view, filters, shownSort],
  );
  const rows = useMemo(
    () => (isFiltered(filters) ? below : folderRows(view, below, shownSort)),
    [view, filters, below, shownSort],
  );
  const hasSearch = search.trim() !== '';
  // Prepares the search before the first keystroke, but after the rows are shown, and not again for every page.
  const prepared = useLater(hasNextPage ? NO_FILES : below);
  const latest = useDeferredValue(hasSearch ? below : NO_FILES);
  const searched = hasSearch ? latest : prepared;
  const paths = useMemo(() => foldPaths(searched, path), [searched, path]);
  return useMemo(
    () => (hasSearch ? searchFiles(searched, paths, search) : rows),
    [hasSearch, rows, searched, paths, search],
  );
}

/** Folders come first in either direction. */
function folderRows(
  { folders, files, inside }: FolderView,
  below: readonly FileItem[],
  sort: ListQuery['sort'],
): readonly ListingItem[] {
  const direct = files === inside ? below : sortItems(files, sort);
  return folders.length === 0 ? direct : [...sortItems(folders, sort), ...direct];
}

function sortItems<Item extends ListingItem>(items: readonly Item[], sort: ListQuery['sort']): readonly Item[] {
  const compare = orderOf(sort?.id);
  if (compare === undefined) return items;
  return items.toSorted(sort?.desc === true ? (left, right) => compare(right, left) : compare);
}
