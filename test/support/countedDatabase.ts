import type { Database, Queryable } from '../../server/src/database/sql';

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

/** Counts what a database is asked to do. */
export function countedDatabase(database: Database): { readonly use: DatabaseUse; readonly counted: Database } {
  const use: DatabaseUse = { transactions: 0, statements: 0, inTransactions: 0, writes: 0, largest: 0 };
  const rowsOf = (value: unknown): number => {
    if (Array.isArray(value)) return value.length;
    return typeof value === 'string' && value.startsWith('[') ? (JSON.parse(value) as unknown[]).length : 1;
  };
  const counting = (queryable: Queryable): Queryable => ({
    query(text, values = []) {
      use.statements += 1;
      if (/\b(?:update|insert into|delete from) objects\b/.test(text)) use.writes += 1;
      use.largest = Math.max(use.largest, ...values.map(rowsOf));
      return queryable.query(text, values);
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
  return { use, counted };
}
