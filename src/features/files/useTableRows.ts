import { useDeferredValue, useMemo } from 'react';
import type { ListingItem } from '@data-manager/domain/listing/fileListing';
import type { FolderView } from '@data-manager/domain/listing/folderView';
import { filterFiles, isFiltered, type ListFilters, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { foldNames, searchList } from '@data-manager/domain/listing/listSearch';
import { useLater } from '../../ui/useLater';
import { orderOf } from './fileColumns';

interface TableRowsOptions {
  readonly view: FolderView;
  readonly filters: ListFilters;
  /** Undefined for natural order. */
  readonly sort: ListQuery['sort'];
  readonly search: string;
  readonly hasNextPage: boolean;
}

const NO_ROWS: readonly ListingItem[] = [];

/** Returns the filtered, sorted and searched rows of a folder. */
export function useTableRows(options: TableRowsOptions): readonly ListingItem[] {
  const { view, filters, sort, search, hasNextPage } = options;
  const shownSort = hasNextPage ? undefined : sort;
  const rows = useMemo(() => arrangeRows(view, filters, shownSort), [view, filters, shownSort]);
  const hasSearch = search.trim() !== '';
  // Prepares the search before the first keystroke, but after the rows are shown, and not again for every page.
  const prepared = useLater(hasNextPage ? NO_ROWS : rows);
  const latest = useDeferredValue(hasSearch ? rows : NO_ROWS);
  const searched = hasSearch ? latest : prepared;
  const names = useMemo(() => foldNames(searched), [searched]);
  return useMemo(
    () => (hasSearch ? searchList(searched, names, search) : rows),
    [hasSearch, rows, searched, names, search],
  );
}

/** Folders come first in either direction. A filter searches all subfolders and hides folders. */
function arrangeRows(
  { folders, files, inside }: FolderView,
  filters: ListFilters,
  sort: ListQuery['sort'],
): readonly ListingItem[] {
  const isNarrowed = isFiltered(filters);
  const shownFiles: readonly ListingItem[] = isNarrowed ? filterFiles(inside, filters) : files;
  const shownFolders: readonly ListingItem[] = isNarrowed ? [] : folders;
  const compare = orderOf(sort?.id);
  if (compare === undefined) return shownFolders.concat(shownFiles);
  const directed = sort?.desc === true ? (left: ListingItem, right: ListingItem) => compare(right, left) : compare;
  return shownFolders.toSorted(directed).concat(shownFiles.toSorted(directed));
}
