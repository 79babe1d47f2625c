import type { PGlite } from '@electric-sql/pglite';

/** What the functions of this folder ask SQL from: the database itself, or a transaction on it. */
export type Queryable = Pick<PGlite, 'query'>;

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because a row with the same key is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}

/** The only row of an answer that always has one (`insert … returning`). */
export function onlyRow<Row>(result: { readonly rows: readonly Row[] }): Row {
  const row = result.rows[0];
  if (row === undefined) throw new Error('The database returned no row.');
  return row;
}
