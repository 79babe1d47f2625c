import {
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { GridColumn, GridSelection, GridSort } from './gridColumn';

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature, sortedRowModel: createSortedRowModel() });

/** A column that is never shown: it keeps groups (folders, say) together whatever the person sorts by. */
const GROUP_COLUMN = '(group)';
const NOTHING_SELECTED: GridSelection = {};

interface GridTableOptions<Row extends object> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Rows of a lower group stand first, in either direction of the order. */
  readonly groupOf?: (row: Row) => number;
  readonly initialSort?: GridSort;
  /** The order, where somebody else keeps it; `onSortChange` is told of the wishes then. */
  readonly sort?: GridSort | undefined;
  readonly onSortChange?: (sort: GridSort) => void;
  readonly selection?: GridSelection;
  readonly onSelectionChange?: (selection: GridSelection) => void;
}

/** The rows in order, and what is chosen of them: TanStack Table behind the few words that a `DataGrid` needs. */
export function useGridTable<Row extends object>({
  columns,
  rows,
  rowId,
  groupOf,
  initialSort,
  sort: givenSort,
  onSortChange,
  selection = NOTHING_SELECTED,
  onSelectionChange,
}: GridTableOptions<Row>) {
  const [ownSort, setOwnSort] = useState<GridSort | undefined>(initialSort);
  const sort = onSortChange === undefined ? ownSort : givenSort;

  const columnDefs = useMemo(() => {
    const comparers = columns.flatMap(({ id, compare }) => (compare === undefined ? [] : [{ id, compare }]));
    if (groupOf !== undefined) {
      comparers.push({ id: GROUP_COLUMN, compare: (left, right) => groupOf(left) - groupOf(right) });
    }
    return comparers.map(({ id, compare }): ColumnDef<typeof features, Row> => ({
      id,
      accessorFn: (row) => row,
      sortFn: (left, right) => compare(left.original, right.original),
    }));
  }, [columns, groupOf]);

  const sorting = useMemo(
    () => [
      ...(groupOf === undefined ? [] : [{ id: GROUP_COLUMN, desc: false }]),
      ...(sort === undefined ? [] : [sort]),
    ],
    [groupOf, sort],
  );

  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowId,
    enableRowSelection: onSelectionChange !== undefined,
    state: { sorting, rowSelection: selection },
    onRowSelectionChange: (updater) =>
      onSelectionChange?.(typeof updater === 'function' ? updater({ ...selection }) : updater),
  });

  return {
    table,
    sort,
    /** Ascending first, then descending, and so on. */
    toggleSort: (id: string) => (onSortChange ?? setOwnSort)({ id, desc: sort?.id === id && !sort.desc }),
  };
}

/** A row as the grid's table gives it. */
export type GridTableRow<Row extends object> = ReturnType<
  ReturnType<typeof useGridTable<Row>>['table']['getRowModel']
>['rows'][number];
