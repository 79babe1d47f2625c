import { Button, Group, Text } from '@mantine/core';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { itemName, totalBytes, type ListingItem } from '../../domain/listing/fileListing';
import type { FolderView } from '../../domain/listing/folderView';
import { isFiltered, listFacets, listSort, NO_FILTERS, type ListQuery } from '../../domain/listing/listQuery';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { GridCheckbox } from '../../ui/GridCheckbox';
import type { GridSelection } from '../../ui/gridColumn';
import { SearchField } from '../../ui/SearchField';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { useDraft } from '../../ui/useDraft';
import { fileColumns, type RenderThumbnail } from './fileColumns';
import classes from './files.module.css';
import { itemId, selectionSummary } from './fileSelection';
import { FilterBar } from './FilterBar';
import { useListQuery } from './useListQuery';
import { useTableRows } from './useTableRows';

const NO_ROWS: readonly ListingItem[] = [];

interface FileTableProps {
  readonly label: string;
  /** True for the main list of the screen. */
  readonly isMain: boolean;
  /** Path of the whole list, without a trailing slash. */
  readonly rootPath: string;
  /** Path of the folder, without a trailing slash. */
  readonly path: string;
  readonly view: FolderView;
  /** True if more files are loading. Until then the rows are in the order of the server. */
  readonly hasNextPage: boolean;
  /** All selected items, including hidden ones. */
  readonly selected: readonly ListingItem[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  /** Must be stable between renders. */
  readonly renderThumbnail: RenderThumbnail;
  /** Shown if the folder is empty. */
  readonly empty: ReactNode;
}

/** The table of a folder. Search, filters and sort order are in the URL. Searching keeps the selection. */
export function FileTable(props: FileTableProps) {
  const { label, rootPath, path, view, hasNextPage, selected, selection, onSelectionChange, renderThumbnail, empty } =
    props;
  const { query, arrangement, change } = useListQuery();
  const draft = useDraft(query.search, (text) =>
    change({ search: text }, { replace: text !== '' && query.search !== '' }),
  );
  const search = useDeferredValue(draft.text);
  const facets = useMemo(() => listFacets(view.inside), [view]);
  const columns = useMemo(() => fileColumns(path, rootPath, renderThumbnail), [path, rootPath, renderThumbnail]);
  const found = useTableRows({ view, filters: arrangement, sort: arrangement.sort, columns, search, hasNextPage });
  const shown = found ?? NO_ROWS;
  const total = isFiltered(query) ? view.inside.length : view.folders.length + view.files.length;
  const summary = useMemo(
    () => ({ size: totalBytes(shown), selection: selectionSummary(selected, shown) }),
    [shown, selected],
  );
  // Memoized so that typing in the search field does not render the rows.
  const grid = useMemo(
    () => (
      <DataGrid
        label={label}
        columns={columns}
        rows={shown}
        rowId={itemId}
        rowName={itemName}
        sort={query.sort}
        onSortChange={(sort) => change({ sort: listSort(sort) })}
        isSorted
        hasNextPage={hasNextPage}
        checkbox={GridCheckbox}
        selection={selection}
        onSelectionChange={onSelectionChange}
        rowHeight={44}
        empty={total === 0 ? empty : <NoMatches query={query} onChange={change} />}
      />
    ),
    [label, columns, shown, query, change, hasNextPage, selection, onSelectionChange, total, empty],
  );
  return (
    <div>
      <Group gap="sm" mb="xs">
        <SearchField isMain={props.isMain} value={draft.text} onChange={draft.type} onLeave={draft.flush} />
        <Text size="xs" c="dimmed">
          {`${formatCount(shown.length)} of ${formatCount(total)}, ${formatBytes(summary.size)}${hasNextPage ? ' so far' : ''}`}
        </Text>
        <Text size="xs" className={classes.selected} role="status">
          {summary.selection}
        </Text>
      </Group>
      <FilterBar filters={query} facets={facets} onChange={change} />
      {found === undefined ? <SkeletonRows /> : grid}
    </div>
  );
}

interface NoMatchesProps {
  readonly query: ListQuery;
  readonly onChange: (part: Partial<ListQuery>) => void;
}

/** Replaces the rows if nothing matches. Offers buttons that clear the filters. */
function NoMatches({ query, onChange }: NoMatchesProps) {
  if (!isFiltered(query)) return <EmptyState title="No matching files or folders" />;
  const { sections, channels, layers } = query;
  return (
    <EmptyState
      title="No files match the filters"
      hint={
        <>
          {sections !== undefined && channels.length + layers.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => onChange({ ...NO_FILTERS, sections, search: '' })}
            >
              {sections.first === sections.last ? 'Show all files of this section' : 'Show all files of these sections'}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...NO_FILTERS, search: '' })}>
            Show all files
          </Button>
        </>
      }
    />
  );
}
