import type { Database } from './sql';

/** Enough for the plans, and fast: the default reads ten times as many rows, and blocks the server for as long. */
const ANALYZE = 'set local default_statistics_target = 10; analyze ';

/**
 * Updates the statistics of the query planner, without which it doesn't read listings in the order of their index. PostgreSQL
 * servers do so themselves, the embedded database never does. Others run between two tables.
 */
export async function analyzeTables(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) await database.transaction((transaction) => transaction.query(ANALYZE + name));
}
