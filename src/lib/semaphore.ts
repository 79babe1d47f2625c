/** Limits how many jobs run at the same time. One permit makes it a mutex. */
export interface Semaphore {
  /**
   * Resolves with a function that releases the permit: in the order of the calls within a lane, while the lanes take turns.
   * So a lane with many jobs delays a job of another lane by one job at most.
   */
  readonly acquire: (lane?: string) => Promise<() => void>;
}

/** Creates a semaphore; without an argument, a mutex. */
export function createSemaphore(permits = 1): Semaphore {
  /** The waiting jobs by lane. No lane is empty, and the one that was served last comes last. */
  const lanes = new Map<string, (() => void)[]>();
  let lastLane: string | undefined;
  let running = 0;

  const takeNext = (): (() => void) | undefined => {
    const [first, second] = lanes.keys();
    const lane = first === lastLane ? (second ?? first) : first;
    if (lane === undefined) return undefined;
    const waiting = lanes.get(lane) ?? [];
    const start = waiting.shift();
    lanes.delete(lane);
    if (waiting.length > 0) lanes.set(lane, waiting);
    lastLane = lane;
    return start;
  };

  const startWaiting = (): void => {
    while (running < permits) {
      const start = takeNext();
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
    acquire: (lane = '') =>
      new Promise((resolve) => {
        const waiting = lanes.get(lane) ?? [];
        lanes.set(lane, waiting);
        waiting.push(() => resolve(createRelease()));
        startWaiting();
      }),
  };
}
