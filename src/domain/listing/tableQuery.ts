/** What of a table is shown, and in which order, as the query of the page's address tells it. */
export interface TableQuery<Column extends string> {
  readonly search: string;
  /** Undefined for the order that the table has by itself. */
  readonly sort: { readonly id: Column; readonly desc: boolean } | undefined;
}

/** How a table's wishes are called in the address. Two tables of one page need names of their own. */
export interface TableParams<Column extends string> {
  readonly search: string;
  readonly sort: string;
  /** By which the table can be sorted. */
  readonly columns: readonly Column[];
}

/** The projects of the sponsor. */
export const PROJECT_TABLE = { search: 'q', sort: 'sort', columns: ['title', 'description', 'created'] } as const;

/** The datasets of a project; `q` and `sort` belong to the list of files below it. */
export const DATASET_TABLE = {
  search: 'dq',
  sort: 'dsort',
  columns: ['title', 'description', 'sections', 'channels', 'size', 'created'],
} as const;

/** Reads `q=atlas&sort=-title`. What is no value is as if it weren't there. */
export function readTableQuery<Column extends string>(
  params: URLSearchParams,
  table: TableParams<Column>,
): TableQuery<Column> {
  const sort = params.get(table.sort) ?? '';
  const desc = sort.startsWith('-');
  return { search: params.get(table.search) ?? '', sort: tableSort({ id: sort.slice(desc ? 1 : 0), desc }, table) };
}

/**
 * The query that reads as given.
 *
 * @param others the address's query of now: parameters that are none of the table's stay as they are
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

/** An order by one of the table's columns; undefined for anything else. */
export function tableSort<Column extends string>(
  sort: { readonly id: string; readonly desc: boolean },
  { columns }: TableParams<Column>,
): TableQuery<Column>['sort'] {
  const id = columns.find((column) => column === sort.id);
  return id === undefined ? undefined : { id, desc: sort.desc };
}

/** Keeps the rows whose text holds every word, without regard to case. */
export function searchRows<Row>(rows: readonly Row[], search: string, textOf: (row: Row) => string): readonly Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
