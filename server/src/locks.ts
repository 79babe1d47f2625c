import { Mutex } from 'async-mutex';
import type { Database, Queryable } from './database/sql';

/** Runs a task while holding the mutex of a key. Tasks of one key run in order; different keys do not wait. */
export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** Creates one mutex per key, kept only while it is in use. */
export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, Mutex>();
  return async (key, task) => {
    const mutex = mutexes.get(key) ?? new Mutex();
    mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(task);
    } finally {
      if (!mutex.isLocked()) mutexes.delete(key);
    }
  };
}

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
