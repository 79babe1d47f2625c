import { useMemo, useRef, useState } from 'react';
import { isNothingSelected, type GridColumn, type GridSelection, type GridSort } from './gridColumn';

/** What decides which rows stand where, and which of them are chosen. */
export interface GridRowsOptions<Row extends object> {
  /** Must be stable between renders, like `rowId` and `groupOf`: they decide when the rows are sorted anew. */
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Rows of a lower group stand first, in either direction of the order. */
  readonly groupOf?: (row: Row) => number;
  /** The order, where somebody else keeps it; `onSortChange` is told of the wishes then. */
  readonly sort?: GridSort | undefined;
  readonly onSortChange?: (sort: GridSort) => void;
  /** The rows come in the order that `sort` names: they are not sorted here. */
  readonly isInOrder?: boolean;
  readonly selection?: GridSelection;
  /** Shift extends from the last row that was chosen, with a click as with the arrow keys. */
  readonly onSelectionChange?: (selection: GridSelection) => void;
}

const NOTHING_SELECTED: GridSelection = {};

/** The rows in order, and what is chosen of them. Nothing is kept for a row, of which there may be a hundred thousand. */
export function useGridRows<Row extends object>(options: GridRowsOptions<Row>) {
  const { columns, rows: given, rowId, groupOf, sort: givenSort, onSortChange, isInOrder } = options;
  const { selection = NOTHING_SELECTED, onSelectionChange } = options;
  const [ownSort, setOwnSort] = useState<GridSort>();
  const sort = onSortChange === undefined ? ownSort : givenSort;
  const rows = useMemo(
    () => (isInOrder === true ? given : inOrder(given, columns, sort, groupOf)),
    [given, columns, sort, groupOf, isInOrder],
  );
  const allSelected = useMemo(() => howMany(rows, rowId, selection), [rows, rowId, selection]);
  // The row from which the next range reaches.
  const anchor = useRef<string>(undefined);

  /** Chooses one span of rows, after another has lost it. */
  const change = (lost: RowSpan | undefined, chosen: RowSpan | undefined) => {
    const idsOf = (span: RowSpan | undefined) => (span === undefined ? [] : rowsOf(rows, span).map(rowId));
    const gone = new Set(idsOf(lost));
    const ids = Object.keys(selection).filter((id) => !gone.has(id));
    const changed: Record<string, true> = {};
    for (const id of ids) changed[id] = true;
    for (const id of idsOf(chosen)) changed[id] = true;
    onSelectionChange?.(changed);
  };
  const anchorIndex = (otherwise: number): number => {
    const index = rows.findIndex((row) => rowId(row) === anchor.current);
    return index < 0 ? otherwise : index;
  };
  const setAnchor = (index: number): void => {
    const row = rows[index];
    anchor.current = row && rowId(row);
  };

  return {
    rows,
    sort,
    /** Ascending first, then descending, and so on. */
    toggleSort: (id: string) => (onSortChange ?? setOwnSort)({ id, desc: sort?.id === id && !sort.desc }),
    isSelected: (row: Row) => selection[rowId(row)] === true,
    allSelected,
    /** Chooses a row or no longer; as a range, all from the last one to this. */
    toggle: (index: number, isSelected: boolean, isRange: boolean) => {
      const span: RowSpan = [isRange ? anchorIndex(index) : index, index];
      if (isSelected) change(undefined, span);
      else change(span, undefined);
      if (!isRange) setAnchor(index);
    },
    /** Ranges begin at this row from now on. */
    setAnchor,
    /** Moves the end of the range: what it leaves is no longer chosen. */
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

/** Two places and all between them, in either direction. */
type RowSpan = readonly [from: number, to: number];

function rowsOf<Row>(rows: readonly Row[], [from, to]: RowSpan): readonly Row[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  sort: GridSort | undefined,
  groupOf: ((row: Row) => number) | undefined,
): readonly Row[] {
  const compare = columns.find(({ id }) => id === sort?.id)?.compare;
  if (compare === undefined && groupOf === undefined) return rows;
  const direction = sort?.desc === true ? -1 : 1;
  return [...rows].sort(
    (left, right) =>
      (groupOf === undefined ? 0 : groupOf(left) - groupOf(right)) || direction * (compare?.(left, right) ?? 0),
  );
}

function howMany<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  selection: GridSelection,
): 'all' | 'some' | 'none' {
  const isSelected = (row: Row) => selection[rowId(row)] === true;
  const first = rows[0];
  // Most of the time nothing is chosen: then no row is looked at.
  if (first === undefined || isNothingSelected(selection)) return 'none';
  const isFirst = isSelected(first);
  if (rows.every((row) => isSelected(row) === isFirst)) return isFirst ? 'all' : 'none';
  return 'some';
}
