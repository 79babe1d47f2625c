import { foldText, searchWords } from '@data-manager/lib/foldText';

/** The search text and sort order of a table, stored in the query of the URL. */
export interface TableQuery<Column extends string> {
  readonly search: string;
  /** Undefined for the default order. */
  readonly sort: { readonly id: Column; readonly desc: boolean } | undefined;
}

/** The query parameters of a table. Two tables on one page need different parameters. */
export interface TableParams<Column extends string> {
  readonly search: string;
  readonly sort: string;
  /** The sortable columns. */
  readonly columns: readonly Column[];
}

/** The project list. */
export const PROJECT_TABLE = {
  search: 'q',
  sort: 'sort',
  columns: ['title', 'description', 'datasets', 'files', 'size', 'created'],
} as const;

/** The dataset list of a project. The file list below it uses `q` and `sort`. */
export const DATASET_TABLE = {
  search: 'dq',
  sort: 'dsort',
  columns: ['title', 'description', 'sections', 'channels', 'files', 'size', 'jobs', 'created'],
} as const;

/** Parses `q=atlas&sort=-title`. Ignores invalid values. */
export function readTableQuery<Column extends string>(
  params: URLSearchParams,
  table: TableParams<Column>,
): TableQuery<Column> {
  const sort = params.get(table.sort) ?? '';
  const desc = sort.startsWith('-');
  return { search: params.get(table.search) ?? '', sort: tableSort({ id: sort.slice(desc ? 1 : 0), desc }, table) };
}

/**
 * Returns the URL query for a table state.
 *
 * @param others the current query, whose other parameters are kept
 */
export function writeTableQuery<Column extends string>(
  { search, sort }: TableQuery<Column>,
  table: TableParams<Column>,
  others = new URLSearchParams(),
): URLSearchParams {
  const params = new URLSearchParams(others);
  params.delete(table.search);
  params.delete(table.sort);
  if (search !== '') params.set(table.search, search);
  if (sort !== undefined) params.set(table.sort, `${sort.desc ? '-' : ''}${sort.id}`);
  return params;
}

/** Returns the sort order if the column is sortable. */
export function tableSort<Column extends string>(
  sort: { readonly id: string; readonly desc: boolean },
  { columns }: TableParams<Column>,
): TableQuery<Column>['sort'] {
  const id = columns.find((column) => column === sort.id);
  return id === undefined ? undefined : { id, desc: sort.desc };
}

/** Returns the rows whose text contains every word, compared by how they read. */
export function searchRows<Row>(rows: readonly Row[], search: string, textOf: (row: Row) => string): readonly Row[] {
  const words = searchWords(search);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldText(textOf(row));
    return words.every((word) => text.includes(word));
  });
}
