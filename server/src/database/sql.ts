import { randomBytes } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';

/** What the functions of this folder ask SQL from: the database itself, or a transaction on it. */
export type Queryable = Pick<PGlite, 'query'>;

/** The only row of an answer that always has one (`insert … returning`). */
export function onlyRow<Row>(result: { readonly rows: readonly Row[] }): Row {
  const row = result.rows[0];
  if (row === undefined) throw new Error('The database returned no row.');
  return row;
}

/** An id that stays the same when its owner is renamed. */
export function newHash(): string {
  return randomBytes(16).toString('hex');
}
