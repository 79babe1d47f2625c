import { useDeferredValue, useMemo } from 'react';
import type { ListingItem } from '@data-manager/domain/listing/fileListing';
import type { FolderView } from '@data-manager/domain/listing/folderView';
import { filterFiles, isFiltered, type ListFilters, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { foldNames, searchList } from '@data-manager/domain/listing/listSearch';
import { useDraft } from '../../ui/useDraft';
import { orderOf } from './fileColumns';
import { useListQuery } from './useListQuery';

const NO_FILES: FolderView = { folders: [], files: [], inside: [], sum: { fileCount: 0, size: 0 } };

/** The rows of a folder, with the search, filters and sort order in the URL. */
export type TableRows = ReturnType<typeof useTableRows>;

/** @param view undefined until the first page is loaded */
export function useTableRows(view: FolderView | undefined, hasNextPage: boolean) {
  const { query, change, ...list } = useListQuery();
  // Deferred like the search, because arranging a hundred thousand rows takes longer than a frame.
  const arrangement = useDeferredValue(list.arrangement);
  const draft = useDraft(query.search, (text) =>
    change({ search: text }, { replace: text !== '' && query.search !== '' }),
  );
  const search = useDeferredValue(draft.text);
  const rows = useShownRows({ view: view ?? NO_FILES, arrangement, search, hasNextPage });
  return { query, change, draft, rows, isNarrowed: isFiltered(query) || search.trim() !== '' };
}

interface ShownRowsOptions {
  readonly view: FolderView;
  /** Without a sort order, the rows are in natural order. */
  readonly arrangement: ReturnType<typeof useListQuery>['arrangement'];
  readonly search: string;
  readonly hasNextPage: boolean;
}

/** Returns the filtered, sorted and searched rows. */
function useShownRows({ view, arrangement, search, hasNextPage }: ShownRowsOptions): readonly ListingItem[] {
  const sort = hasNextPage ? undefined : arrangement.sort;
  const rows = useMemo(() => arrangeRows(view, arrangement, sort), [view, arrangement, sort]);
  const hasSearch = search.trim() !== '';
  // Prepares the search before the first keystroke, but after the rows are shown, and not again for every page.
  const searched = useDeferredValue(rows);
  const isSearchable = hasSearch || !hasNextPage;
  const names = useMemo(() => (isSearchable ? foldNames(searched) : []), [isSearchable, searched]);
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
