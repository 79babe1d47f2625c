/** Runs steps of the same name one after the other, in the order they were asked for; others don't wait. */
export type KeyedLock = <T>(name: string, step: () => Promise<T>) => Promise<T>;

/** A lock within this process, which remembers only the names that are in use. */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, step) => {
    const before = tails.get(name) ?? Promise.resolve();
    const result = before.then(step, step);
    tails.set(name, result);
    try {
      return await result;
    } finally {
      if (tails.get(name) === result) tails.delete(name);
    }
  };
}
