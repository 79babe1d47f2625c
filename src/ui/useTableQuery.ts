import { useMemo } from 'react';
import {
  readTableQuery,
  tableSort,
  writeTableQuery,
  type TableParams,
  type TableQuery,
} from '../domain/listing/tableQuery';
import type { GridSort } from './gridColumn';
import { useAddressQuery } from './useAddressQuery';
import { useDraft } from './useDraft';

/** A table's search and order, as the address tells them. What is typed counts at once, the address follows. */
export function useTableQuery<Column extends string>(table: TableParams<Column>) {
  const [params, changeAddress] = useAddressQuery();
  const query = useMemo(() => readTableQuery(params, table), [params, table]);
  const change = (part: Partial<TableQuery<Column>>, replace: boolean): void =>
    changeAddress((now) => writeTableQuery({ ...readTableQuery(now, table), ...part }, table, now), replace);
  const search = useDraft(query.search, (text) => change({ search: text }, text !== '' && query.search !== ''));
  return {
    search,
    sort: query.sort,
    onSortChange: (wish: GridSort): void => change({ sort: tableSort(wish, table) }, false),
  };
}
