import { foldText, searchWords } from '@data-manager/lib/foldText';

/** The order of a table. */
export interface Sort<Column> {
  readonly id: Column;
  readonly desc: boolean;
}

/** The search text and sort order of a table, stored in the query of the URL. */
export interface TableQuery<Column extends string> {
  readonly search: string;
  /** Undefined for the default order. */
  readonly sort: Sort<Column> | undefined;
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
  return { search: params.get(table.search) ?? '', sort: readSort(params.get(table.sort), table.columns) };
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
  if (sort !== undefined) params.set(table.sort, sortText(sort));
  return params;
}

/** Parses `size`, or `-size` for the descending order. */
export function readSort<Column extends string>(text: string | null, columns: readonly Column[]) {
  const [, minus = '', id = ''] = /^(-?)(.*)$/.exec(text ?? '') ?? [];
  return sortBy({ id, desc: minus !== '' }, columns);
}

/** Formats an order for `readSort`. */
export function sortText({ id, desc }: Sort<string>): string {
  return `${desc ? '-' : ''}${id}`;
}

/** Returns the order if the column is sortable. */
export function sortBy<Column extends string>(
  { id, desc }: Sort<string>,
  columns: readonly Column[],
): Sort<Column> | undefined {
  const column = columns.find((one) => one === id);
  return column && { id: column, desc };
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
