import { Mutex } from 'async-mutex';

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
 * Serializes the changes to a sponsor's project titles and dataset names, and the writes below them. Read the rows
 * inside the task: anything read earlier may have been renamed or deleted.
 */
export const withSponsorLock = createKeyedMutex();
