import type { Queryable } from './sql';

/** Steps that run once per data folder. */
export type OneTimeStep = 'sample users made' | 'sample projects made';

/** Returns whether a step has run. */
export async function isDone(database: Queryable, what: OneTimeStep): Promise<boolean> {
  const result = await database.query('select 1 from settings where name = $1', [what]);
  return result.rows.length > 0;
}

/** Records that a step has run. */
export async function markDone(database: Queryable, what: OneTimeStep): Promise<void> {
  await database.query("insert into settings (name, value) values ($1, 'true') on conflict do nothing", [what]);
}
