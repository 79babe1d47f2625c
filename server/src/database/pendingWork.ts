import { onlyRow, type Queryable } from './sql';

/** A removal that takes longer than a transaction may. */
export interface Removal {
  readonly kind: 'remove-project' | 'remove-dataset';
  readonly hash: string;
}

/** Unfinished work. Versions that kept files under their keys also moved them, and recorded the paths. */
type PendingWork =
  | { readonly kind: 'move'; readonly fromPath: string; readonly toPath: string }
  | (Removal & { readonly fromPath: string | undefined });

interface WorkRow {
  id: string;
  kind: PendingWork['kind'];
  hash: string;
  from_path: string | null;
  to_path: string | null;
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

/** Lists unfinished work, oldest first. */
export async function listWork(database: Queryable): Promise<{ readonly id: string; readonly work: PendingWork }[]> {
  const result = await database.query<WorkRow>('select *, id::text as id from pending_work order by pending_work.id');
  return result.rows.map(({ id, kind, hash, from_path: fromPath, to_path: toPath }) => ({
    id,
    work:
      kind === 'move'
        ? { kind, fromPath: fromPath ?? '', toPath: toPath ?? '' }
        : { kind, hash, fromPath: fromPath ?? undefined },
  }));
}
