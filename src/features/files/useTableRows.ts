import { useCallback } from 'react';
import type { FileItem, ListingItem } from '../../domain/listing/fileListing';
import type { FolderView } from '../../domain/listing/folderView';
import { filterFiles, isFiltered, type ListFilters, type ListQuery } from '../../domain/listing/listQuery';
import { prepareSearch, searchList, type SearchableList } from '../../domain/listing/listSearch';
import { sortInPieces, type InPieces } from '../../lib/inPieces';
import type { GridColumn } from '../../ui/gridColumn';
import { useInSlices } from '../../ui/useInSlices';

const NO_ROWS: readonly ListingItem[] = [];

interface TableRowsOptions {
  readonly view: FolderView;
  readonly filters: ListFilters;
  /** Undefined for natural order. */
  readonly sort: ListQuery['sort'];
  readonly columns: readonly GridColumn<ListingItem>[];
  readonly search: string;
  readonly hasNextPage: boolean;
}

/**
 * Returns the filtered, sorted and searched rows of a folder, or undefined while they are being prepared. Works in slices
 * between frames. All options must be stable between renders.
 */
export function useTableRows(options: TableRowsOptions): readonly ListingItem[] | undefined {
  const { view, filters, sort, columns, search, hasNextPage } = options;
  const beginArrange = useCallback(
    () => arrangeRows(view, filters, hasNextPage ? undefined : sort, columns),
    [view, filters, hasNextPage, sort, columns],
  );
  const { result: rows = NO_ROWS } = useInSlices(beginArrange);

  const hasSearch = search.trim() !== '';
  // Prepares the search before the first keystroke, but not again for every page.
  const isSearchable = hasSearch || !hasNextPage;
  const beginPrepare = useCallback(() => prepareIf(isSearchable, rows), [isSearchable, rows]);
  const searchable = useInSlices(beginPrepare).result?.searchable;
  const beginSearch = useCallback(
    () => searchRows(rows, hasSearch ? search : '', searchable),
    [rows, hasSearch, search, searchable],
  );
  return useInSlices(beginSearch).result?.found;
}

/** Folders come first in either direction. A filter searches all subfolders and hides folders. */
function* arrangeRows(
  { folders, files, inside }: FolderView,
  filters: ListFilters,
  sort: ListQuery['sort'],
  columns: readonly GridColumn<ListingItem>[],
): InPieces<readonly ListingItem[]> {
  const shownFiles: readonly FileItem[] = isFiltered(filters) ? filterFiles(inside, filters) : files;
  const shownFolders: readonly ListingItem[] = isFiltered(filters) ? [] : folders;
  const compare = columns.find(({ id }) => id === sort?.id)?.compare;
  if (compare === undefined) return shownFolders.concat(shownFiles);
  yield;
  const directed = sort?.desc === true ? (left: ListingItem, right: ListingItem) => compare(right, left) : compare;
  return (yield* sortInPieces(shownFolders, directed)).concat(yield* sortInPieces<ListingItem>(shownFiles, directed));
}

function* prepareIf(
  isWanted: boolean,
  rows: readonly ListingItem[],
): InPieces<{ readonly searchable?: SearchableList }> {
  return isWanted ? { searchable: yield* prepareSearch(rows) } : {};
}

function* searchRows(
  rows: readonly ListingItem[],
  text: string,
  searchable: SearchableList | undefined,
): InPieces<{ readonly found?: readonly ListingItem[] }> {
  if (text === '') return { found: rows };
  return searchable === undefined ? {} : { found: yield* searchList(searchable, text) };
}
