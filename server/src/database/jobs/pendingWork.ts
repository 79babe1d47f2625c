import { onlyRow, type Queryable } from '../sql';

/** A removal that takes longer than a transaction may. */
export interface Removal {
  readonly kind: 'remove-project' | 'remove-dataset';
  readonly hash: string;
}

/** Records a removal in the transaction that hides the rows, and returns its id. */
export async function recordRemoval(transaction: Queryable, { kind, hash }: Removal): Promise<string> {
  const result = await transaction.query<{ id: string }>(
    'insert into pending_work (kind, hash) values ($1, $2) returning id::text',
    [kind, hash],
  );
  return onlyRow(result).id;
}

/** Deletes the record of finished work. */
export async function finishWork(database: Queryable, id: string): Promise<void> {
  await database.query('delete from pending_work where id = $1::bigint', [id]);
}

/** Lists unfinished removals, oldest first. */
export async function listWork(database: Queryable): Promise<readonly (Removal & { readonly id: string })[]> {
  const { rows } = await database.query<Removal & { readonly id: string }>(
    'select id::text as id, kind, hash from pending_work order by pending_work.id',
  );
  return rows;
}
