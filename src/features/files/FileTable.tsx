import { memo, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { itemName, totalBytes, type ListingItem } from '@data-manager/domain/listing/fileListing';
import type { FolderView } from '@data-manager/domain/listing/folderView';
import { isFiltered, listFacets, listSort, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { isAtPlace } from '@data-manager/domain/pictures/previewQuery';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { selectUploadHold } from '../../transfers/uploads/uploadsSelectors';
import { DataGrid } from '../../ui/DataGrid';
import { DensityButton } from '../../ui/density';
import { NOTHING_SELECTED, type GridSelection } from '../../ui/gridColumn';
import { SearchField } from '../../ui/SearchField';
import { Slotted, type Slot } from '../../ui/Slotted';
import { useDraft } from '../../ui/useDraft';
import { useShownSection } from '../../widgets/shownSection';
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
  /** Receives the shown items while a search or filter hides others, otherwise undefined. */
  readonly onNarrowed: (shown: readonly ListingItem[] | undefined) => void;
  /** Rows show their section in the preview beside the list. */
  readonly followsPreview: boolean;
  /** All selected items, including hidden ones. */
  readonly selected: readonly ListingItem[];
  readonly selection: GridSelection;
  readonly onSelectionChange: (selection: GridSelection) => void;
  readonly pictures: FilePictures;
  /** Where the search and the buttons are shown, if not above the list. */
  readonly toolbarSlot: Slot;
  /** Fills the height of its parent, a flex column. */
  readonly fills: boolean;
  /** Renders the button that offers to upload what a filter looks for. */
  readonly renderUpload: RenderUpload | undefined;
  /** Shown if the folder is empty. */
  readonly empty: ReactNode;
  /** The uploads into the list. */
  readonly arrivals: Pick<Arrivals, 'sending' | 'arrived'> | undefined;
}

/**
 * The table of a folder. Search, filters and sort order are in the URL. Searching keeps the selection. Memoized, because the
 * folder around it is rendered again after each search, with what there is to download.
 */
export const FileTable = memo(function FileTable(props: FileTableProps) {
  const { view, hasNextPage, fills, onNarrowed } = props;
  const { query, change, ...list } = useListQuery();
  // Deferred like the search, because arranging a hundred thousand rows takes longer than a frame.
  const arrangement = useDeferredValue(list.arrangement);
  const filterBar = useFilterBar(query);
  const draft = useDraft(query.search, (text) =>
    change({ search: text }, { replace: text !== '' && query.search !== '' }),
  );
  const search = useDeferredValue(draft.text);
  const facets = useMemo(() => listFacets(view.inside), [view]);
  const shown = useTableRows({ view, filters: arrangement, sort: arrangement.sort, search, hasNextPage });
  const isNarrowed = isFiltered(query) || search.trim() !== '';
  useEffect(() => onNarrowed(isNarrowed ? shown : undefined), [onNarrowed, isNarrowed, shown]);
  // A filter looks into folders.
  const folders = isFiltered(query) ? 0 : view.folders.length;
  const total = isFiltered(query) ? view.inside.length : folders + view.files.length;
  const counts = (
    <FileSummary
      {...props}
      rows={total > 0 && `${formatCount(shown.length)} of ${countText(total, folders)}`}
      shown={shown}
    />
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
      {/* Above a list that fills its pane, which has no end to look for them. */}
      {fills && counts}
      <FileRows
        label={props.label}
        path={props.path}
        rootPath={props.rootPath}
        pictures={props.pictures}
        rows={shown}
        hasNextPage={hasNextPage}
        selection={props.selection}
        onSelectionChange={props.onSelectionChange}
        followsPreview={props.followsPreview}
        fills={fills}
        isEmpty={total === 0}
        empty={props.empty}
        arrivals={props.arrivals}
        renderUpload={props.renderUpload}
      />
      {!fills && counts}
    </div>
  );
});

/** The filter bar opens when the user opens it, or when a filter is set elsewhere, for example in the completeness map. */
function useFilterBar(query: ListQuery) {
  const isActive = isFiltered(query);
  const [isOpen, setIsOpen] = useState(isActive);
  useEffect(() => {
    if (isActive) setIsOpen(true);
  }, [isActive]);
  return { isOpen, toggle: () => setIsOpen(!isOpen) };
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

interface FileRowsProps extends Pick<
  FileTableProps,
  | 'label'
  | 'path'
  | 'rootPath'
  | 'pictures'
  | 'hasNextPage'
  | 'selection'
  | 'onSelectionChange'
  | 'followsPreview'
  | 'fills'
  | 'renderUpload'
  | 'empty'
  | 'arrivals'
> {
  readonly rows: readonly ListingItem[];
  /** True if there is nothing to search or filter. */
  readonly isEmpty: boolean;
}

/** The rows, or what is said instead of them. Memoized so that typing in the search field does not render the rows. */
const FileRows = memo(function FileRows(props: FileRowsProps) {
  const { path, rootPath, pictures, followsPreview, isEmpty, empty, arrivals, renderUpload, ...grid } = props;
  const { query, change } = useListQuery();
  const preview = usePreviewedRows(followsPreview);
  return (
    <DataGrid
      {...grid}
      {...preview}
      columns={fileColumns(path, rootPath, pictures)}
      rowId={itemId}
      rowName={itemName}
      sort={query.sort}
      onSortChange={(sort) => change({ sort: listSort(sort) })}
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
            isPartial={grid.hasNextPage}
            arrivals={arrivals}
            onChange={change}
            renderUpload={renderUpload}
          />
        )
      }
    />
  );
});

interface FileSummaryProps extends Pick<
  FileTableProps,
  'view' | 'selected' | 'path' | 'rootPath' | 'hasNextPage' | 'onSelectionChange' | 'arrivals'
> {
  readonly shown: readonly ListingItem[];
  /** Says how many rows are shown; false if there are none. */
  readonly rows: string | false;
}

/** Counts the shown and the selected rows and the files in the upload queue, with the buttons that change the selected files. */
function FileSummary({ shown, rows, arrivals, onSelectionChange, ...files }: FileSummaryProps) {
  const { view, selected, path, rootPath, hasNextPage } = files;
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
      <div className={classes.selection}>
        <span className={classes.selected} role="status">
          {selection}
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
