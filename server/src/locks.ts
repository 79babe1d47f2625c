import { Mutex } from 'async-mutex';
import type { Database, Queryable } from './database/sql';
import { HttpError } from './errors';

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

/** Runs a task as soon as the limits allow. Keys, such as sponsors, take turns. */
export type FairLimit = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

interface FairLimits {
  /** Maximum number of running tasks. */
  readonly total: number;
  /** Maximum number of running tasks with the same key. */
  readonly perKey: number;
}

/** Creates a limit for concurrent tasks. A key with many tasks does not delay those of others longer than one task takes. */
export function createFairLimit({ total, perKey }: FairLimits): FairLimit {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let free = total;

  const runningOf = (key: string): number => running.get(key) ?? 0;

  /** Finds the waiting key with the fewest running tasks; of several, the one that was served least recently. */
  function findNext(): string | undefined {
    let next: string | undefined;
    for (const key of waiting.keys()) {
      if (runningOf(key) < (next === undefined ? perKey : runningOf(next))) next = key;
    }
    return next;
  }

  function startNext(): void {
    for (let key = findNext(); free > 0 && key !== undefined; key = findNext()) {
      const queue = waiting.get(key) ?? [];
      const start = queue.shift();
      waiting.delete(key);
      if (queue.length > 0) waiting.set(key, queue);
      free -= 1;
      running.set(key, runningOf(key) + 1);
      start?.();
    }
  }

  return async (key, task) => {
    const queue = waiting.get(key) ?? [];
    await new Promise<void>((start) => {
      queue.push(start);
      waiting.set(key, queue);
      startNext();
    });
    try {
      return await task();
    } finally {
      free += 1;
      const others = runningOf(key) - 1;
      if (others === 0) running.delete(key);
      else running.set(key, others);
      startNext();
    }
  };
}

/** Creates a limit that rejects tasks with HttpError 429 while too many with the same key run or wait. */
export function createRequestLimit(maxPerKey: number): FairLimit {
  const running = new Map<string, number>();
  return async (key, task) => {
    const count = (running.get(key) ?? 0) + 1;
    if (count > maxPerKey) {
      throw new HttpError(429, 'Too many requests at the same time. Try again in a moment.', 'TOO_MANY_REQUESTS', 1);
    }
    running.set(key, count);
    try {
      return await task();
    } finally {
      const others = (running.get(key) ?? 1) - 1;
      if (others === 0) running.delete(key);
      else running.set(key, others);
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
