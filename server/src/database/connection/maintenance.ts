import type { Database } from '../sql';

/** Enough for the plans, and fast: the default reads ten times as many rows, and blocks the server for as long. */
const ANALYZE = 'set local default_statistics_target = 10; analyze ';

/**
 * Makes room for new rows where others were removed, and updates the statistics of the query planner, without which it doesn't read
 * listings in the order of their index. PostgreSQL servers do so themselves, the embedded database never does: it would keep the
 * space of every selection that was ever archived. Others run between two steps.
 */
export async function maintainTables(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) {
    // Not in a transaction.
    await database.query(`vacuum ${name}`);
    await database.transaction((transaction) => transaction.query(ANALYZE + name));
  }
}
