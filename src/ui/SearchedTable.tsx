import { Group, Text } from '@mantine/core';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { searchRows, type TableParams } from '../domain/listing/tableQuery';
import { formatCount } from '../lib/formatNumber';
import { DataGrid } from './DataGrid';
import type { GridColumn, GridSort } from './gridColumn';
import { SearchField } from './SearchField';
import { useTableQuery } from './useTableQuery';

/** The order until somebody wishes for another one. */
const BY_TITLE: GridSort = { id: 'title', desc: false };

interface SearchedTableProps<Row extends object> {
  /** Accessible name. */
  readonly label: string;
  /** Accessible name of the search, where the page has another one. */
  readonly searchLabel?: string;
  /** As of the search field. */
  readonly isMain: boolean;
  /** How the table's wishes are called in the address. */
  readonly table: TableParams<string>;
  /** Stable between renders, like `textOf` and `rowId`. */
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** What the search looks through. */
  readonly textOf: (row: Row) => string;
  /** Shown where there are no rows. */
  readonly empty: ReactNode;
}

/** A table that is searched and sorted as the address says, with how many of its rows are in sight. */
export function SearchedTable<Row extends object>(props: SearchedTableProps<Row>) {
  const { label, searchLabel, isMain, table, columns, rows, rowId, rowName, textOf, empty } = props;
  const { search, sort = BY_TITLE, onSortChange } = useTableQuery(table);
  const wanted = useDeferredValue(search.text);
  const shown = useMemo(() => searchRows(rows, wanted, textOf), [rows, wanted, textOf]);
  return (
    <div>
      <Group gap="sm" mb="xs">
        <SearchField
          {...(searchLabel !== undefined && { label: searchLabel })}
          isMain={isMain}
          value={search.text}
          onChange={search.type}
          onLeave={search.settle}
        />
        <Text size="xs" c="dimmed">
          {`${formatCount(shown.length)} of ${formatCount(rows.length)}`}
        </Text>
      </Group>
      <DataGrid
        label={label}
        columns={columns}
        rows={shown}
        rowId={rowId}
        rowName={rowName}
        sort={sort}
        onSortChange={onSortChange}
        empty={empty}
      />
    </div>
  );
}
