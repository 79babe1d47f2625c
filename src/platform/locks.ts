import type { Ports } from './ports';

/** Locks across the tabs of a profile; within the page alone where the browser has none (no secure context). */
export function createLocks(manager: LockManager | undefined): Ports['locks'] {
  if (manager === undefined) return createPageLocks();
  return {
    exclusive: async (name, job) => manager.request(name, job),
    isTaken: async (name) => manager.request(name, { ifAvailable: true }, (lock) => lock === null),
    acquire: (name, signal) =>
      new Promise((resolve) => {
        const hold = (): Promise<void> => new Promise((release) => resolve(release));
        manager.request(name, { signal }, hold).catch(() => resolve(undefined));
      }),
  };
}

/** Locks that know this page only: jobs of a name run one after the other. */
export function createPageLocks(): Ports['locks'] {
  const tails = new Map<string, Promise<unknown>>();
  const exclusive: Ports['locks']['exclusive'] = (name, job) => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(job);
    // The next in the queue waits for the end, good or bad.
    const tail = turn.catch(() => undefined);
    tails.set(name, tail);
    void tail.then(() => {
      if (tails.get(name) === tail) tails.delete(name);
    });
    return turn;
  };
  const acquire: Ports['locks']['acquire'] = (name, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
      void exclusive(name, async () => {
        if (!signal.aborted) await new Promise<void>((release) => resolve(release));
      });
    });
  return { exclusive, acquire, isTaken: (name) => Promise.resolve(tails.has(name)) };
}
