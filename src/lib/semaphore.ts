/** Limits how many jobs run at the same time. One permit makes it a mutex. */
export interface Semaphore {
  /** Resolves, in the order of the calls, with a function that releases the permit. */
  readonly acquire: () => Promise<() => void>;
}

/** Creates a semaphore; without an argument, a mutex. */
export function createSemaphore(permits = 1): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;

  const startWaiting = (): void => {
    while (running < permits) {
      const start = waiting.shift();
      if (start === undefined) return;
      running += 1;
      start();
    }
  };

  const createRelease = (): (() => void) => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      running -= 1;
      startWaiting();
    };
  };

  return {
    acquire: () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(createRelease()));
        startWaiting();
      }),
  };
}
