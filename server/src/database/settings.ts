import type { Queryable } from './sql';

/** Things that are done once in the life of a data folder. */
export type OnceDone = 'sample users made' | 'sample projects made';

/** Whether this was done on an earlier start. */
export async function isDone(database: Queryable, what: OnceDone): Promise<boolean> {
  const result = await database.query('select 1 from settings where name = $1', [what]);
  return result.rows.length > 0;
}

/** Records that this was done, so that no later start does it again. */
export async function markDone(database: Queryable, what: OnceDone): Promise<void> {
  await database.query("insert into settings (name, value) values ($1, 'true') on conflict do nothing", [what]);
}
