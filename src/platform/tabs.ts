import { createSemaphore, type Semaphore } from '@data-manager/lib/semaphore';
import type { Ports } from './ports';

const CHANNEL = 'data-manager';

/** Creates the `tabs` port over a `BroadcastChannel`, which reaches the other tabs of the origin in the browser profile. */
export function createTabs(): Ports['tabs'] {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    post: (message) => {
      channel.postMessage(message);
    },
    onMessage: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
      };
    },
  };
}

/** Creates locks across tabs with the Web Locks API; without it (in an insecure context), locks within this page. */
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

/** Creates locks within this page. */
export function createPageLocks(): Ports['locks'] {
  const mutexes = new Map<string, { readonly mutex: Semaphore; users: number }>();

  const lock = async (name: string): Promise<() => void> => {
    const entry = mutexes.get(name) ?? { mutex: createSemaphore(), users: 0 };
    mutexes.set(name, entry);
    entry.users += 1;
    const release = await entry.mutex.acquire();
    return () => {
      release();
      entry.users -= 1;
      if (entry.users === 0) mutexes.delete(name);
    };
  };

  return {
    exclusive: async (name, job) => {
      const release = await lock(name);
      try {
        return await job();
      } finally {
        release();
      }
    },
    acquire: async (name, signal) => {
      const aborted = new Promise<undefined>((resolve) => {
        if (signal.aborted) resolve(undefined);
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      const locked = lock(name);
      const release = await Promise.race([locked, aborted]);
      if (release === undefined) void locked.then((unused) => unused());
      return release;
    },
    isTaken: (name) => Promise.resolve(mutexes.has(name)),
  };
}
