import { Box, Group, Text } from '@mantine/core';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import {
  readTableQuery,
  searchRows,
  sortBy,
  writeTableQuery,
  type TableParams,
  type TableQuery,
} from '@data-manager/domain/listing/tableQuery';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { DataGrid } from './DataGrid';
import { DensityButton } from './density';
import type { GridColumn, GridSort } from './gridColumn';
import { SearchField } from './SearchField';
import { useAddressQuery } from './useAddressQuery';
import { useDraft } from './useDraft';

/** The default sort order. */
const BY_TITLE: GridSort = { id: 'title', desc: false };

interface SearchedTableProps<Row extends object> {
  /** Accessible name. */
  readonly label: string;
  /** What a row is: `dataset`. */
  readonly noun: string;
  /** Accessible name of the search field. Needed if the page has several. */
  readonly searchLabel?: string;
  /** True for the main list of the screen. */
  readonly isMain: boolean;
  /** Query parameters of the table. */
  readonly table: TableParams<string>;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** Returns the searchable text of a row. A new function searches the rows again. */
  readonly textOf: (row: Row) => string;
  /** Estimated height of a comfortable row, px. */
  readonly rowHeight?: number;
  /** Replaces the table if there are no rows, and the rows if the search finds none. */
  readonly empty: ReactNode;
}

/** A table with a search field. Search text and sort order are in the URL. */
export function SearchedTable<Row extends object>(props: SearchedTableProps<Row>) {
  const { label, noun, searchLabel, isMain, table, columns, rows, rowId, rowName, textOf, empty } = props;
  const { search, sort = BY_TITLE, onSortChange } = useTableQuery(table);
  const deferredSearch = useDeferredValue(search.text);
  const shown = useMemo(() => searchRows(rows, deferredSearch, textOf), [rows, deferredSearch, textOf]);
  if (rows.length === 0) return empty;
  return (
    <div>
      <Group gap="sm" mb="xs" wrap="nowrap">
        <SearchField
          {...(searchLabel !== undefined && { label: searchLabel })}
          isMain={isMain}
          value={search.text}
          onChange={search.type}
          onLeave={search.flush}
        />
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {`${formatCount(shown.length)} of ${counted(rows.length, noun)}`}
        </Text>
        <Box ml="auto">
          <DensityButton />
        </Box>
      </Group>
      <DataGrid
        label={label}
        columns={columns}
        rows={shown}
        rowId={rowId}
        rowName={rowName}
        sort={sort}
        onSortChange={onSortChange}
        {...(props.rowHeight !== undefined && { rowHeight: props.rowHeight })}
        empty={empty}
      />
    </div>
  );
}

/**
 * Returns the search text and sort order of a table in the URL. Typed text applies immediately; the URL follows after a
 * delay.
 */
function useTableQuery<Column extends string>(table: TableParams<Column>) {
  const [params, changeAddress] = useAddressQuery();
  const query = readTableQuery(params, table);
  const change = (part: Partial<TableQuery<Column>>, replace: boolean): void =>
    changeAddress(
      (current) => writeTableQuery({ ...readTableQuery(current, table), ...part }, table, current),
      replace,
    );
  const search = useDraft(query.search, (text) => change({ search: text }, text !== '' && query.search !== ''));
  return {
    search,
    sort: query.sort,
    onSortChange: (sort: GridSort): void => change({ sort: sortBy(sort, table.columns) }, false),
  };
}
