import { Box, Group, Text } from '@mantine/core';
import { memo, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { itemName, totalBytes, type ListingItem } from '@data-manager/domain/listing/fileListing';
import type { FolderView } from '@data-manager/domain/listing/folderView';
import { isFiltered, listFacets, SORT_COLUMNS, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { sortBy } from '@data-manager/domain/listing/tableQuery';
import { ACTIVITY_PARAM, ACTIVITY_SEARCH_PARAM, PROOF_TAB } from '@data-manager/domain/navigation/routePath';
import { isAtPlace } from '@data-manager/domain/pictures/previewQuery';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { useFeature } from '../../api/configuration';
import { selectUploadHold } from '../../transfers/uploads/uploadsSelectors';
import { DataGrid } from '../../ui/DataGrid';
import { DensityButton } from '../../ui/density';
import { NOTHING_SELECTED, type GridSelection } from '../../ui/gridColumn';
import { SearchField } from '../../ui/SearchField';
import { Slotted, type Slot } from '../../ui/Slotted';
import { useAddressQuery } from '../../ui/useAddressQuery';
import { useDraft } from '../../ui/useDraft';
import { useShownSection } from '../../widgets/shownSection';
import { ChecksumsButton } from './ChecksumsButton';
import { FileChangeButtons } from './FileChangeButtons';
import { fileColumns, type FilePictures } from './fileColumns';
import classes from './files.module.css';
import { itemId, selectionSummary } from './fileSelection';
import { FilterBar, FiltersButton, hasFilters } from './FilterBar';
import { NoMatches } from './NoMatches';
import type { RenderUpload } from './renderUpload';
import { useListQuery } from './useListQuery';
import { useTableRows } from './useTableRows';

/** No image has this place. */
const NOWHERE = { section: -1, layer: -1 };

/** What a list of files shows, whichever of its folders is open. */
export interface FileListProps {
  /** `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  /** True for the main list of the screen. */
  readonly isMain: boolean;
  readonly pictures: FilePictures;
  /** Where the search and the buttons of the list are shown, if not above the list. */
  readonly toolbarSlot?: Slot;
  /** Fills the height of its parent, a flex column. */
  readonly fills?: boolean;
  /** Rows show their section in the preview beside the list, and mark the shown one. */
  readonly followsPreview?: boolean;
  /** Renders the button that opens the upload screen, also for what a filter looks for. */
  readonly renderUpload?: RenderUpload;
  /** The uploads into the list. */
  readonly arrivals?: Pick<Arrivals, 'sending' | 'arrived'>;
}

interface FileTableProps extends FileListProps {
  readonly label: string;
  /** Path of the folder, without a trailing slash. */
  readonly path: string;
  readonly view: FolderView;
  /** True if more files are loading. Until then the rows are in the order of the server. */
  readonly hasNextPage: boolean;
  /** Receives the shown items while a search or filter hides others, otherwise undefined. */
  readonly onNarrowed: (shown: readonly ListingItem[] | undefined) => void;
  /** All selected items, including hidden items. */
  readonly selected: readonly ListingItem[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  /** Shown if the folder is empty. */
  readonly empty: ReactNode;
}

/**
 * The table of a folder. Search, filters and sort order are in the URL. Searching keeps the selection. Memoized, because the
 * folder around it is rendered again after each search, with what there is to download.
 */
export const FileTable = memo(function FileTable(props: FileTableProps) {
  const { selected, ...table } = props;
  const { path, view, hasNextPage, fills = false, onNarrowed } = table;
  const { query, change, ...list } = useListQuery();
  // Deferred like the search, because arranging a hundred thousand rows takes longer than a frame.
  const arrangement = useDeferredValue(list.arrangement);
  const filterBar = useFilterBar(query);
  const draft = useDraft(query.search, (text) =>
    change({ search: text }, { replace: text !== '' && query.search !== '' }),
  );
  const search = useDeferredValue(draft.text);
  const facets = useMemo(() => listFacets(view.inside), [view]);
  const shown = useTableRows({ path, view, filters: arrangement, sort: arrangement.sort, search, hasNextPage });
  const isNarrowed = isFiltered(query) || search.trim() !== '';
  useEffect(() => onNarrowed(isNarrowed ? shown : undefined), [onNarrowed, isNarrowed, shown]);
  // A search or a filter covers the files of all folders, also of folders that are no rows.
  const inFolders = view.folders.reduce((sum, { fileCount }) => sum + fileCount, view.files.length);
  const total = isNarrowed ? view.inside.length : inFolders;
  const isEmpty = total + (isNarrowed ? 0 : view.folders.length) === 0;
  const isNoTable = isEmpty && !isNarrowed && !hasNextPage;
  // As high as the message in an empty table.
  const empty = <Box pt="2.75rem">{props.empty}</Box>;
  // Nothing to search, filter or sort.
  if (view.inside.length + view.folders.length === 0 && !hasNextPage) return empty;
  const counts = (
    <FileSummary {...table} selected={selected} rows={!isEmpty && countText(shown, total)} shown={shown} />
  );
  return (
    <div className={classes.browser} data-fills={fills}>
      <Slotted slot={props.toolbarSlot}>
        <Group justify="space-between" gap={4} wrap="nowrap">
          <SearchField isMain={props.isMain} value={draft.text} onChange={draft.type} onLeave={draft.flush} />
          <Group gap={4} wrap="nowrap">
            {hasFilters(facets, query) && (
              <FiltersButton filters={query} isOpen={filterBar.isOpen} onClick={filterBar.toggle} />
            )}
            <DensityButton />
          </Group>
        </Group>
      </Slotted>
      {filterBar.isOpen && hasFilters(facets, query) && <FilterBar filters={query} facets={facets} onChange={change} />}
      {isNoTable ? (
        empty
      ) : (
        <>
          {/* Above a list that fills its pane, which has no end to look for them. */}
          {fills && counts}
          <FileRows {...table} rows={shown} isEmpty={isEmpty} />
          {!fills && counts}
        </>
      )}
    </div>
  );
});

/** The filter bar opens when the user opens it, or when a filter is set elsewhere, for example in the completeness map. */
function useFilterBar(query: ListQuery) {
  const isActive = isFiltered(query);
  const [{ isOpen, wasActive }, setBar] = useState({ isOpen: isActive, wasActive: isActive });
  if (isActive !== wasActive) setBar({ isOpen: isOpen || isActive, wasActive: isActive });
  return { isOpen, toggle: () => setBar({ isOpen: !isOpen, wasActive }) };
}

/** Marks and reveals the rows of the section in the preview beside the list, and returns how a row shows its section there. */
function usePreviewedRows(followsPreview: boolean) {
  const { shown, requested, showSection } = useShownSection();
  const place = useDeferredValue(followsPreview ? shown : undefined);
  return {
    isCurrent: (item: ListingItem) => isAtPlace(placeOf(item) ?? NOWHERE, place),
    revealed:
      followsPreview && requested !== undefined
        ? {
            key: `${requested.section}/${requested.layer}`,
            isRow: (item: ListingItem) => isAtPlace(placeOf(item) ?? NOWHERE, requested),
          }
        : undefined,
    onChoose: followsPreview
      ? (item: ListingItem) => {
          const to = placeOf(item);
          if (to !== undefined) showSection(to);
        }
      : undefined,
  };
}

/** Returns the function that opens the receipts of a file in the activity; undefined if the server keeps none. */
function useProof() {
  const [, changeAddress] = useAddressQuery();
  const isListed = useFeature('receipts.list');
  const show = (file: ListingItem) =>
    changeAddress((current) => {
      const next = new URLSearchParams(current);
      next.set(ACTIVITY_PARAM, PROOF_TAB);
      next.set(ACTIVITY_SEARCH_PARAM, file.path);
      return next;
    }, false);
  return isListed ? show : undefined;
}

interface FileRowsProps extends Omit<FileTableProps, 'selected'> {
  readonly rows: readonly ListingItem[];
  /** True if there is nothing to search or filter. */
  readonly isEmpty: boolean;
}

/** The rows, or what is said instead of them. Memoized so that typing in the search field does not render the rows. */
const FileRows = memo(function FileRows(props: FileRowsProps) {
  const { path, hasNextPage, isEmpty, empty } = props;
  const { query, change } = useListQuery();
  const preview = usePreviewedRows(props.followsPreview === true);
  const showProof = useProof();
  return (
    <DataGrid
      {...preview}
      label={props.label}
      columns={fileColumns(path, props.rootPath, props.pictures, showProof)}
      rows={props.rows}
      hasNextPage={hasNextPage}
      selection={props.selection}
      onSelectionChange={props.onSelectionChange}
      fills={props.fills === true}
      rowId={itemId}
      rowName={itemName}
      sort={query.sort}
      onSortChange={(sort) => change({ sort: sortBy(sort, SORT_COLUMNS) })}
      isSorted
      selectable
      rowHeight={44}
      empty={
        isEmpty ? (
          empty
        ) : (
          <NoMatches
            path={path}
            query={query}
            isPartial={hasNextPage}
            arrivals={props.arrivals}
            onChange={change}
            renderUpload={props.renderUpload}
          />
        )
      }
    />
  );
});

interface FileSummaryProps extends FileTableProps {
  readonly shown: readonly ListingItem[];
  /** Says how many rows are shown; false if there are none. */
  readonly rows: string | false;
}

/** Counts the shown and the selected rows and the files in the upload queue, with the buttons that change the selected files. */
function FileSummary({ shown, rows, ...table }: FileSummaryProps) {
  const { selected, path, hasNextPage, onSelectionChange, arrivals } = table;
  const { size, selection } = useMemo(
    () => ({ size: totalBytes(shown), selection: selectionSummary(selected, shown) }),
    [shown, selected],
  );
  const hold = useSelector(selectUploadHold);
  const queued = arrivals?.sending.filter(({ key }) => key.startsWith(`${path}/`)).length ?? 0;
  const queuedText = queued > 0 ? ` · ${formatCount(queued)} ${hold === undefined ? 'on the way' : 'waiting'}` : '';
  return (
    <div className={classes.summary}>
      <span>
        {/* A single text: the first part would move another one. */}
        {rows !== false && `${rows}, ${formatBytes(size)}${hasNextPage ? ' so far' : ''}${queuedText}`}
      </span>
      <Group gap="0.25rem 0.5rem">
        <Text span inherit c="var(--mantine-color-text)" role="status">
          {selection}
        </Text>
        <ChecksumsButton path={path} selected={selected} />
        <FileChangeButtons {...table} onChanged={() => onSelectionChange(NOTHING_SELECTED)} />
      </Group>
    </div>
  );
}

/** Counts files as the text beside `Download` does: `240 of 240 files, 10 of them in 2 folders`. */
function countText(rows: readonly ListingItem[], total: number): string {
  const folders = rows.filter((row) => row.isFolder);
  const inside = folders.reduce((sum, { fileCount }) => sum + fileCount, 0);
  const files = `${formatCount(rows.length - folders.length + inside)} of ${counted(total, 'file')}`;
  return folders.length === 0
    ? files
    : `${files}, ${formatCount(inside)} of them in ${counted(folders.length, 'folder')}`;
}

function placeOf(item: ListingItem) {
  return item.isFolder || item.naming === undefined
    ? undefined
    : { section: Number(item.naming.title), layer: item.naming.layer };
}
