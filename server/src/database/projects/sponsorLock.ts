import type { Database, Queryable } from '../sql';

/**
 * Serializes the changes to a sponsor's project titles and dataset names until the transaction ends. Read the rows
 * afterwards: anything read earlier may have been renamed or deleted.
 */
export async function lockSponsor(transaction: Queryable, sponsorId: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [sponsorId]);
}

/** Runs a task in a transaction that holds the lock of a sponsor. */
export function withSponsorLock<Result>(
  database: Database,
  sponsorId: string,
  task: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await lockSponsor(transaction, sponsorId);
    return task(transaction);
  });
}
