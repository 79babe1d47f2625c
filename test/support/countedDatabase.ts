import type { Database, Queryable } from '../../server/src/database/sql';
import type { DatabaseRequest } from './testDatabase';

/** Statements of a database, and the rows of the largest one. */
interface DatabaseUse {
  transactions: number;
  /** Including those of the transactions. */
  statements: number;
  /** Those of the transactions. */
  inTransactions: number;
  /** Statements that change the rows of files. */
  writes: number;
  /** The most values that a statement has got in a list. */
  largest: number;
}

/** A statement, and the number of rows of its result. */
interface CountedQuery extends DatabaseRequest {
  readonly rows: number;
}

/** Counts what a database is asked to do, and keeps the statements in the order of their results. */
export function countedDatabase(database: Database) {
  const use: DatabaseUse = { transactions: 0, statements: 0, inTransactions: 0, writes: 0, largest: 0 };
  const queries: CountedQuery[] = [];
  const rowsOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.length;
    return typeof value === 'string' && value.startsWith('[') ? (JSON.parse(value) as unknown[]).length : 1;
  };
  const counting = (queryable: Queryable): Queryable => ({
    async query<Row>(text: string, values: readonly unknown[] = []) {
      use.statements += 1;
      if (/\b(?:update|insert into|delete from) objects\b/.test(text)) use.writes += 1;
      use.largest = Math.max(use.largest, ...values.map(rowsOf));
      const result = await queryable.query<Row>(text, values);
      queries.push({ text, values, rows: result.rows.length });
      return result;
    },
  });
  const counted: Database = {
    ...database,
    ...counting(database),
    transaction(task) {
      use.transactions += 1;
      const before = use.statements;
      return database
        .transaction((transaction) => task(counting(transaction)))
        .finally(() => (use.inTransactions += use.statements - before));
    },
  };
  return { use, queries, counted };
}
