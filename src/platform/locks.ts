import type { Ports } from './ports';

/** Locks across the tabs of a profile; within the page alone where the browser has none (no secure context). */
export function createLocks(manager: LockManager | undefined): Ports['locks'] {
  if (manager === undefined) return createPageLocks();
  return {
    exclusive: async (name, job) => manager.request(name, job),
    isTaken: async (name) => manager.request(name, { ifAvailable: true }, (lock) => lock === null),
  };
}

/** Locks that know this page only: jobs of a name run one after the other. */
export function createPageLocks(): Ports['locks'] {
  const tails = new Map<string, Promise<unknown>>();
  return {
    exclusive: (name, job) => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(job);
      // The next in the queue waits for the end, good or bad.
      const tail = turn.catch(() => undefined);
      tails.set(name, tail);
      void tail.then(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
      return turn;
    },
    isTaken: (name) => Promise.resolve(tails.has(name)),
  };
}
