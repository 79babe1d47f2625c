import { randomBytes } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';

/** The database or a transaction. */
export type Queryable = Pick<PGlite, 'query'>;

/** Returns the first row of a query that always returns one, such as `insert … returning`. */
export function onlyRow<Row>(result: { readonly rows: readonly Row[] }): Row {
  const row = result.rows[0];
  if (row === undefined) throw new Error('The database returned no row.');
  return row;
}

/** Creates an id for a project or dataset. It does not change when its owner is renamed. */
export function newHash(): string {
  return randomBytes(16).toString('hex');
}
