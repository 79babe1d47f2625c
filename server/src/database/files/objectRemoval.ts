import type { Queryable } from '../sql';

/**
 * Removes up to `limit` objects of a project or dataset, and as many deleted objects, and discards their blobs. Returns whether
 * there may be more.
 */
export async function discardObjects(
  database: Queryable,
  owner: 'project_hash' | 'dataset_hash',
  hash: string,
  limit: number,
): Promise<boolean> {
  const { rows } = await database.query(
    `with removed as (
       delete from objects where blob in (select blob from objects where ${owner} = $1 limit $2) returning blob, size
     ), removed_before as (
       delete from deleted_objects
       where blob in (select blob from deleted_objects where ${owner} = $1 limit $2) returning blob, size
     )
     insert into discarded_blobs (blob, size, remove_after)
     select blob, size, now() from removed union all select blob, size, now() from removed_before
     on conflict do nothing returning blob`,
    [hash, limit],
  );
  return rows.length >= limit;
}

/**
 * Locks the files of a project, or of a dataset's project: waits for changes in progress, and blocks others until the
 * transaction ends.
 */
export async function lockProjectOf(transaction: Queryable, hash: string): Promise<void> {
  await transaction.query(
    'select 1 from projects where hash = $1 or hash = (select project_hash from datasets where hash = $1) for update',
    [hash],
  );
}

/** Lists blobs that are due for removal. */
export async function listDueBlobs(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ blob: string }>(
    'select blob from discarded_blobs where remove_after <= now() order by remove_after limit $1',
    [limit],
  );
  return rows.map(({ blob }) => blob);
}

/** Returns the blobs that a row refers to. */
export async function findKnownBlobs(database: Queryable, blobs: readonly string[]): Promise<ReadonlySet<string>> {
  // In one statement, because a file moves from one table to another when it is completed, deleted or restored.
  const { rows } = await database.query<{ blob: string }>(
    `select blob from objects where blob = any ($1::text[])
     union all select blob from deleted_objects where blob = any ($1::text[])
     union all select blob from uploads where blob = any ($1::text[])
     union all select blob from discarded_blobs where blob = any ($1::text[])`,
    [blobs],
  );
  return new Set(rows.map(({ blob }) => blob));
}

/** Deletes the records of blobs that were removed from the store. */
export async function forgetBlobs(database: Queryable, blobs: readonly string[]): Promise<void> {
  await database.query('delete from checksums where blob = any ($1::text[])', [blobs]);
  await database.query('delete from discarded_blobs where blob = any ($1::text[])', [blobs]);
}
