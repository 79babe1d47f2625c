import { onlyRow, type Queryable } from './sql';

/** Steps that run once per data folder. */
type OneTimeStep = 'sample users made' | 'sample projects made';

/** Returns whether a step has run. */
export async function isDone(database: Queryable, what: OneTimeStep): Promise<boolean> {
  const { rows } = await database.query('select 1 from settings where name = $1', [what]);
  return rows.length > 0;
}

/** Records that a step has run. */
export async function markDone(database: Queryable, what: OneTimeStep): Promise<void> {
  await database.query("insert into settings (name, value) values ($1, 'true') on conflict do nothing", [what]);
}

/**
 * Returns the id of the database, which copies and restored backups share.
 *
 * @param proposed The id of a database that has none yet.
 */
export async function databaseId(database: Queryable, proposed: string): Promise<string> {
  await database.query(
    "insert into settings (name, value) values ('database id', to_jsonb($1::text)) on conflict do nothing",
    [proposed],
  );
  const result = await database.query<{ id: string }>(
    "select value #>> '{}' as id from settings where name = 'database id'",
  );
  return onlyRow(result).id;
}
