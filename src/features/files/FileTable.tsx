import { Group, Text } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo, type ReactNode } from 'react';
import { itemName, totalBytes, type ListingItem } from '../../domain/listing/fileListing';
import type { FolderView } from '../../domain/listing/folderView';
import { isFiltered, listFacets, listSort } from '../../domain/listing/listQuery';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { DataGrid } from '../../ui/DataGrid';
import { GridCheckbox } from '../../ui/GridCheckbox';
import type { GridSelection } from '../../ui/gridColumn';
import { SearchField } from '../../ui/SearchField';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useDraft } from '../../ui/useDraft';
import { useInSlices } from '../../ui/useInSlices';
import { arrangeRows } from './arrangeRows';
import { fileColumns, type RenderThumbnail } from './fileColumns';
import classes from './files.module.css';
import { itemId, selectionWords } from './fileSelection';
import { FilterBar } from './FilterBar';
import { NothingMatches } from './NothingMatches';
import { useListQuery } from './useListQuery';
import { useListSearch } from './useListSearch';

const NO_ROWS: readonly ListingItem[] = [];

interface FileTableProps {
  readonly label: string;
  /** It is the screen's main list. */
  readonly isMain: boolean;
  /** Of the whole list, without a slash at the end. */
  readonly rootPath: string;
  /** The folder, without a slash at the end. */
  readonly path: string;
  /** What stands in the folder, and inside. */
  readonly view: FolderView;
  /** More is to come: what stands there is in the server's order, and no total. */
  readonly isPartial: boolean;
  /** What is chosen, whether it is in sight or not. */
  readonly selected: readonly ListingItem[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  /** Stable between renders. */
  readonly renderThumbnail: RenderThumbnail;
  /** Shown where the folder has nothing in it. */
  readonly empty: ReactNode;
}

/**
 * One folder's files and folders: searched, filtered and sorted as the address says, selectable. What is chosen stays so
 * while one searches.
 */
export function FileTable(props: FileTableProps) {
  const { label, rootPath, path, view, isPartial, selected, selection, onSelectionChange, renderThumbnail, empty } =
    props;
  const { query, arrangement, change } = useListQuery();
  const draft = useDraft(query.search, (text) =>
    change({ search: text }, { replace: text !== '' && query.search !== '' }),
  );
  const wanted = useDeferredValue(draft.text);
  const facets = useMemo(() => listFacets(view.inside), [view]);
  const columns = useMemo(() => fileColumns(path, rootPath, renderThumbnail), [path, rootPath, renderThumbnail]);
  const begin = useCallback(
    () => arrangeRows(view, arrangement, isPartial ? undefined : arrangement.sort, columns),
    [view, arrangement, isPartial, columns],
  );
  const { result: rows = NO_ROWS } = useInSlices(begin);
  const found = useListSearch(rows, wanted, isPartial);
  const shown = found ?? NO_ROWS;
  const all = isFiltered(query) ? view.inside.length : view.folders.length + view.files.length;
  const numbers = useMemo(
    () => ({ found: totalBytes(shown), selected: selectionWords(selected, shown) }),
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
        sort={query.sort}
        onSortChange={(wish) => change({ sort: listSort(wish) })}
        isInOrder
        isPartial={isPartial}
        checkbox={GridCheckbox}
        selection={selection}
        onSelectionChange={onSelectionChange}
        rowHeight={44}
        empty={all === 0 ? empty : <NothingMatches query={query} onChange={change} />}
      />
    ),
    [label, columns, shown, query, change, isPartial, selection, onSelectionChange, all, empty],
  );
  return (
    <div>
      <Group gap="sm" mb="xs">
        <SearchField isMain={props.isMain} value={draft.text} onChange={draft.type} onLeave={draft.settle} />
        <Text size="xs" c="dimmed">
          {`${formatCount(shown.length)} of ${formatCount(all)}, ${formatBytes(numbers.found)}${isPartial ? ' so far' : ''}`}
        </Text>
        <Text size="xs" className={classes.selected} role="status">
          {numbers.selected}
        </Text>
      </Group>
      <FilterBar filters={query} facets={facets} onChange={change} />
      {found === undefined ? <SkeletonRows /> : grid}
    </div>
  );
}
