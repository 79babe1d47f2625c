import { onlyRow, type Queryable } from './sql';

/** A change of the database that has not been applied to the objects yet. */
export type PendingWork =
  | { readonly kind: 'move'; readonly hash: string; readonly fromPath: string; readonly toPath: string }
  | { readonly kind: 'remove-project' | 'remove-dataset'; readonly hash: string; readonly fromPath: string };

interface WorkRow {
  id: string;
  kind: PendingWork['kind'];
  hash: string;
  from_path: string;
  to_path: string | null;
}

/** Records work in the transaction that changes the rows, and returns its id. */
export async function recordWork(database: Queryable, work: PendingWork): Promise<string> {
  const result = await database.query<{ id: string }>(
    'insert into pending_work (kind, hash, from_path, to_path) values ($1, $2, $3, $4) returning id::text',
    [work.kind, work.hash, work.fromPath, work.kind === 'move' ? work.toPath : null],
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
    work: kind === 'move' ? { kind, hash, fromPath, toPath: toPath ?? fromPath } : { kind, hash, fromPath },
  }));
}
