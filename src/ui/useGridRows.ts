import { useCallback, useMemo, useRef, useState } from 'react';
import { NOTHING_SELECTED, type GridColumn, type GridSelection, type GridSort } from './gridColumn';

/** Rows, sort order and selection of a grid. */
export interface GridRowsOptions<Row extends object> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  /** A new function makes the grid measure its rows again. */
  readonly rowId: (row: Row) => string;
  /** Rows of a lower group come first in either sort direction. */
  readonly groupOf?: (row: Row) => number;
  /** The sort order, if it is controlled by the parent through `onSortChange`. */
  readonly sort?: GridSort | undefined;
  readonly onSortChange?: (sort: GridSort) => void;
  /** The rows are already in the order of `sort`. */
  readonly isSorted?: boolean;
  readonly selection?: GridSelection;
  /** Shift+click and Shift+arrow keys extend the selection. */
  readonly onSelectionChange?: (selection: GridSelection) => void;
}

/** Sorts and selects rows. Keeps no state per row, because there may be a hundred thousand. */
export function useGridRows<Row extends object>(options: GridRowsOptions<Row>) {
  const { columns, rows: given, rowId, groupOf, sort: givenSort, onSortChange, isSorted } = options;
  const { selection = NOTHING_SELECTED, onSelectionChange } = options;
  const [ownSort, setOwnSort] = useState<GridSort>();
  const sort = onSortChange === undefined ? ownSort : givenSort;
  const compare = columns.find(({ id }) => id === sort?.id)?.compare;
  const isDescending = sort?.desc === true;
  const rows = useMemo(
    () => (isSorted === true ? given : sortRows(given, compare, isDescending, groupOf)),
    [given, compare, isDescending, groupOf, isSorted],
  );
  const allSelected = useMemo(() => countSelected(rows, rowId, selection), [rows, rowId, selection]);
  const rowKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? String(index) : rowId(row);
    },
    [rows, rowId],
  );
  // ID of the row where a range selection starts.
  const anchor = useRef<string>(undefined);

  const change = (removed: RowSpan | undefined, added: RowSpan | undefined) => {
    const changed = new Set(selection);
    for (const row of rowsOf(rows, removed)) changed.delete(rowId(row));
    for (const row of rowsOf(rows, added)) changed.add(rowId(row));
    onSelectionChange?.(changed);
  };
  const anchorIndex = (fallback: number): number => {
    const index = rows.findIndex((row) => rowId(row) === anchor.current);
    return index < 0 ? fallback : index;
  };
  const setAnchor = (index: number): void => {
    const row = rows[index];
    anchor.current = row && rowId(row);
  };

  return {
    rows,
    /** A new function for new rows. */
    rowKey,
    sort,
    /** Sorts by a column: ascending first, then descending. */
    toggleSort: (id: string) => (onSortChange ?? setOwnSort)({ id, desc: sort?.id === id && !sort.desc }),
    isSelected: (row: Row) => selection.has(rowId(row)),
    allSelected,
    /** Selects or deselects a row, or all rows from the anchor to this one. */
    toggle: (index: number, isSelected: boolean, isRange: boolean) => {
      const span: RowSpan = [isRange ? anchorIndex(index) : index, index];
      if (isSelected) change(undefined, span);
      else change(span, undefined);
      if (!isRange) setAnchor(index);
    },
    /** Sets the row where the next range starts. */
    setAnchor,
    /** Moves the end of the range and deselects the rows that it no longer contains. */
    moveRange: (from: number, to: number) => {
      const start = anchorIndex(from);
      setAnchor(start);
      change([start, from], [start, to]);
    },
    toggleAll: (isSelected: boolean) => {
      const all: RowSpan = [0, rows.length - 1];
      if (isSelected) change(undefined, all);
      else change(all, undefined);
    },
  };
}

/** Indexes of both ends, in either order. */
type RowSpan = readonly [from: number, to: number];

function rowsOf<Row>(rows: readonly Row[], span: RowSpan | undefined): readonly Row[] {
  if (span === undefined) return [];
  const [from, to] = span;
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function sortRows<Row>(
  rows: readonly Row[],
  compare: GridColumn<Row>['compare'],
  isDescending: boolean,
  groupOf: ((row: Row) => number) | undefined,
): readonly Row[] {
  if (compare === undefined && groupOf === undefined) return rows;
  const direction = isDescending ? -1 : 1;
  return [...rows].sort(
    (left, right) =>
      (groupOf === undefined ? 0 : groupOf(left) - groupOf(right)) || direction * (compare?.(left, right) ?? 0),
  );
}

function countSelected<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  selection: GridSelection,
): 'all' | 'some' | 'none' {
  const isSelected = (row: Row) => selection.has(rowId(row));
  const first = rows[0];
  // Avoids a pass over all rows in the common case.
  if (first === undefined || selection.size === 0) return 'none';
  const isFirst = isSelected(first);
  if (rows.every((row) => isSelected(row) === isFirst)) return isFirst ? 'all' : 'none';
  return 'some';
}
