import { Group, Text } from '@mantine/core';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { itemName, type FileItem, type ListingItem } from '../../domain/fileListing';
import { filterFiles, isFiltered, listFacets, searchItems } from '../../domain/listFilter';
import { listSort } from '../../domain/listQuery';
import { formatBytes } from '../../lib/formatBytes';
import { DataGrid } from '../../ui/DataGrid';
import type { GridSelection } from '../../ui/gridColumn';
import { SearchField } from '../../ui/SearchField';
import { fileColumns, foldersFirst, type RenderThumbnail } from './fileColumns';
import classes from './files.module.css';
import { itemId, selectionWords, totalBytes } from './fileSelection';
import { FilterBar } from './FilterBar';
import { NothingMatches } from './NothingMatches';
import { useDraft } from './useDraft';
import { useListQuery } from './useListQuery';

interface FileTableProps {
  readonly label: string;
  /** The folder, without a slash at the end. */
  readonly path: string;
  /** What stands in the folder. */
  readonly items: readonly ListingItem[];
  /** Every file of the folder, at any depth: filters look through all of them. */
  readonly filesInside: readonly FileItem[];
  /** What is chosen, whether it is in sight or not. */
  readonly selected: readonly ListingItem[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  /** Stable between renders, like `toFolder`: they are part of the columns. */
  readonly renderThumbnail: RenderThumbnail;
  readonly toFolder: (path: string) => string;
  /** Shown where the folder has nothing in it. */
  readonly empty: ReactNode;
}

/**
 * One folder's files and folders: searched, filtered and sorted as the address says, selectable. What is chosen stays so
 * while one searches.
 */
export function FileTable(props: FileTableProps) {
  const { label, path, items, filesInside, selected, selection, onSelectionChange, renderThumbnail, toFolder, empty } =
    props;
  const { query, change } = useListQuery();
  const search = useDraft(query.search, (text) =>
    change({ search: text }, { replace: text !== '' && query.search !== '' }),
  );
  const wanted = useDeferredValue(search.text);
  const facets = useMemo(() => listFacets(filesInside), [filesInside]);
  const candidates = useMemo(
    () => (isFiltered(query) ? filterFiles(filesInside, query) : items),
    [filesInside, items, query],
  );
  const shown = useMemo(() => searchItems(candidates, wanted), [candidates, wanted]);
  const columns = useMemo(() => fileColumns(path, renderThumbnail, toFolder), [path, renderThumbnail, toFolder]);
  const all = isFiltered(query) ? filesInside.length : items.length;
  const numbers = useMemo(
    () => ({ found: formatBytes(totalBytes(shown)), selected: selectionWords(selected, shown) }),
    [shown, selected],
  );
  // A list of a hundred thousand is drawn after the stroke that narrows it, not with it.
  const grid = useMemo(
    () => (
      <DataGrid
        label={label}
        columns={columns}
        rows={shown}
        rowId={itemId}
        rowName={itemName}
        groupOf={foldersFirst}
        sort={query.sort}
        onSortChange={(sort) => change({ sort: listSort(sort) })}
        selection={selection}
        onSelectionChange={onSelectionChange}
        rowHeight={44}
        empty={items.length === 0 ? empty : <NothingMatches query={query} onChange={change} />}
      />
    ),
    [label, columns, shown, query, change, selection, onSelectionChange, items, empty],
  );
  return (
    <div>
      <Group gap="sm" mb="xs">
        <SearchField value={search.text} onChange={search.type} />
        <Text size="xs" c="dimmed" className={classes.numbers}>
          {shown.length.toLocaleString('en')} of {all.toLocaleString('en')}, {numbers.found}
        </Text>
        <Text size="xs" className={classes.count} role="status">
          {numbers.selected}
        </Text>
      </Group>
      <FilterBar filters={query} facets={facets} onChange={change} />
      {grid}
    </div>
  );
}
