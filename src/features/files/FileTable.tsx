import { Button } from '@mantine/core';
import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { itemName, totalBytes, type ListingItem } from '../../domain/listing/fileListing';
import type { FolderView } from '../../domain/listing/folderView';
import { isFiltered, listFacets, listSort, NO_FILTERS, type ListQuery } from '../../domain/listing/listQuery';
import { channelCode } from '../../domain/names/grammar';
import { isAtPlace } from '../../domain/pictures/previewQuery';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { counted } from '../../lib/plural';
import { DataGrid } from '../../ui/DataGrid';
import { DensityButton } from '../../ui/density';
import { EmptyState } from '../../ui/EmptyState';
import { NOTHING_SELECTED, type GridSelection } from '../../ui/gridColumn';
import { SearchField } from '../../ui/SearchField';
import { useShownSection } from '../../ui/shownSection';
import { Slotted, type Slot } from '../../ui/Slotted';
import { useDraft } from '../../ui/useDraft';
import { FileChangeButtons } from './FileChangeButtons';
import { fileColumns, type FilePictures } from './fileColumns';
import classes from './files.module.css';
import { itemId, selectionSummary } from './fileSelection';
import { FilterBar, FiltersButton, hasFilters } from './FilterBar';
import { useListQuery } from './useListQuery';
import { useTableRows } from './useTableRows';

/** No image has this place. */
const NOWHERE = { section: -1, layer: -1 };

/** Renders a button that opens the upload screen. */
export type RenderUpload = (button: { readonly isPrimary: boolean; readonly label?: string }) => ReactNode;

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
  /** Receives the shown items while a search or filter hides others, otherwise undefined. Must be stable. */
  readonly onNarrowed: (shown: readonly ListingItem[] | undefined) => void;
  /** Rows show their section in the preview beside the list. */
  readonly followsPreview: boolean;
  /** All selected items, including hidden ones. */
  readonly selected: readonly ListingItem[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  /** Must be stable between renders. */
  readonly pictures: FilePictures;
  /** Where the search and the buttons are shown, if not above the list. */
  readonly toolbarSlot: Slot;
  /** Fills the height of its parent, a flex column. */
  readonly fills: boolean;
  /** Renders the button that offers to upload what a filter looks for. */
  readonly renderUpload: RenderUpload | undefined;
  /** Shown if the folder is empty. */
  readonly empty: ReactNode;
}

/** The table of a folder. Search, filters and sort order are in the URL. Searching keeps the selection. */
export function FileTable(props: FileTableProps) {
  const { label, rootPath, path, view, hasNextPage, selected, selection, onSelectionChange, pictures } = props;
  const { fills, empty, onNarrowed, followsPreview, renderUpload } = props;
  const { shown: shownPlace, requested, showSection } = useShownSection();
  const place = useDeferredValue(followsPreview ? shownPlace : undefined);
  const { query, change, ...list } = useListQuery();
  // Deferred like the search, because arranging a hundred thousand rows takes longer than a frame.
  const arrangement = useDeferredValue(list.arrangement);
  const filterBar = useFilterBar(query);
  const draft = useDraft(query.search, (text) =>
    change({ search: text }, { replace: text !== '' && query.search !== '' }),
  );
  const search = useDeferredValue(draft.text);
  const facets = useMemo(() => listFacets(view.inside), [view]);
  const columns = useMemo(() => fileColumns(path, rootPath, pictures), [path, rootPath, pictures]);
  const shown = useTableRows({ view, filters: arrangement, sort: arrangement.sort, columns, search, hasNextPage });
  const isNarrowed = isFiltered(query) || search.trim() !== '';
  useEffect(() => onNarrowed(isNarrowed ? shown : undefined), [onNarrowed, isNarrowed, shown]);
  const isCurrent = useCallback((item: ListingItem) => isAtPlace(placeOf(item) ?? NOWHERE, place), [place]);
  const isRevealed = useMemo(
    () =>
      followsPreview && requested !== undefined
        ? (item: ListingItem) => isAtPlace(placeOf(item) ?? NOWHERE, requested)
        : undefined,
    [followsPreview, requested],
  );
  const choose = useCallback(
    (item: ListingItem) => {
      const to = placeOf(item);
      if (to !== undefined) showSection(to);
    },
    [showSection],
  );
  // A filter looks into folders.
  const folders = isFiltered(query) ? 0 : view.folders.length;
  const total = isFiltered(query) ? view.inside.length : folders + view.files.length;
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
        selectable
        selection={selection}
        onSelectionChange={onSelectionChange}
        rowHeight={44}
        fills={fills}
        isCurrent={isCurrent}
        isRevealed={isRevealed}
        onChoose={followsPreview ? choose : undefined}
        empty={total === 0 ? empty : <NoMatches query={query} onChange={change} renderUpload={renderUpload} />}
      />
    ),
    [
      label,
      columns,
      shown,
      query,
      change,
      hasNextPage,
      selection,
      onSelectionChange,
      fills,
      isCurrent,
      isRevealed,
      followsPreview,
      choose,
      total,
      empty,
      renderUpload,
    ],
  );
  const counts = (
    <div className={classes.summary}>
      <span>
        {total > 0 &&
          `${formatCount(shown.length)} of ${countText(total, folders)}, ${formatBytes(summary.size)}${hasNextPage ? ' so far' : ''}`}
      </span>
      <div className={classes.selection}>
        <span className={classes.selected} role="status">
          {summary.selection}
        </span>
        <FileChangeButtons
          view={view}
          selected={selected}
          path={path}
          rootPath={rootPath}
          hasNextPage={hasNextPage}
          onChanged={() => onSelectionChange(NOTHING_SELECTED)}
        />
      </div>
    </div>
  );
  return (
    <div className={classes.browser} data-fills={fills}>
      <Slotted slot={props.toolbarSlot}>
        <div className={classes.toolbar}>
          <SearchField isMain={props.isMain} value={draft.text} onChange={draft.type} onLeave={draft.flush} />
          {hasFilters(facets, query) && (
            <FiltersButton filters={query} isOpen={filterBar.isOpen} onClick={filterBar.toggle} />
          )}
          <DensityButton />
        </div>
      </Slotted>
      {filterBar.isOpen && hasFilters(facets, query) && <FilterBar filters={query} facets={facets} onChange={change} />}
      {/* Above a list that fills its pane, because the dock of the transfers lies over the end of the pane. */}
      {fills && counts}
      {grid}
      {!fills && counts}
    </div>
  );
}

/** The filter bar opens when the user opens it, or when a filter is set elsewhere, for example in the completeness map. */
function useFilterBar(query: ListQuery) {
  const isActive = isFiltered(query);
  const [wasActive, setWasActive] = useState(isActive);
  const [isOpen, setIsOpen] = useState(isActive);
  if (isActive !== wasActive) {
    setWasActive(isActive);
    if (isActive) setIsOpen(true);
  }
  return { isOpen, toggle: () => setIsOpen(!isOpen) };
}

/** Says what is counted: the rows are files, or files and folders. */
function countText(rows: number, folders: number): string {
  if (folders === 0) return counted(rows, 'file');
  return folders === rows ? counted(rows, 'folder') : `${formatCount(rows)} files and folders`;
}

function placeOf(item: ListingItem) {
  return item.isFolder || item.naming === undefined
    ? undefined
    : { section: Number(item.naming.title), layer: item.naming.layer };
}

interface NoMatchesProps {
  readonly query: ListQuery;
  readonly onChange: (part: Partial<ListQuery>) => void;
  readonly renderUpload: RenderUpload | undefined;
}

/** Replaces the rows if nothing matches: names the missing image, or offers buttons that clear the filters. */
function NoMatches({ query, onChange, renderUpload }: NoMatchesProps) {
  if (!isFiltered(query)) return <EmptyState title="No matching files or folders" />;
  const { sections, channels, layers, search, unreadable } = query;
  const isMissing =
    search === '' &&
    !unreadable &&
    sections.length > 0 &&
    sections.every(({ first, last }) => first !== undefined && last !== undefined);
  return (
    <EmptyState
      title={isMissing ? `${missingImages(query)}: missing` : 'No files match the filters'}
      hint={
        <>
          {sections.length > 0 && channels.length + layers.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => onChange({ ...NO_FILTERS, sections, search: '' })}
            >
              {isOneSection(sections) ? 'Show all files of this section' : 'Show all files of these sections'}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...NO_FILTERS, search: '' })}>
            Show all files
          </Button>
        </>
      }
      action={isMissing && renderUpload?.({ isPrimary: false, label: 'Upload missing images' })}
    />
  );
}

/** Returns `Section 17, ch02` or `Sections 17, 20–22`. */
function missingImages({ sections, channels }: ListQuery): string {
  const numbers = sections.map(({ first = 0, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  return [`${isOneSection(sections) ? 'Section' : 'Sections'} ${numbers}`, ...channels.map(channelCode)].join(', ');
}

function isOneSection([only, ...others]: ListQuery['sections']): boolean {
  return others.length === 0 && only?.first === only?.last;
}
