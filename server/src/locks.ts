/** Runs steps of the same name one after the other, in the order they were asked for; others don't wait. */
export type KeyedMutex = <T>(name: string, step: () => Promise<T>) => Promise<T>;

/** A lock within this process, which remembers only the names that are in use. */
export function createKeyedMutex(): KeyedMutex {
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

const sponsorLocks = createKeyedMutex();

/**
 * Runs a change of a sponsor's titles and names, or one that puts objects below them, when no other such change of
 * that sponsor is under way. Rows have to be read inside the step: what was read before may have been renamed or
 * deleted meanwhile.
 */
export function withSponsorLock<Result>(sponsorId: string, step: () => Promise<Result>): Promise<Result> {
  return sponsorLocks(sponsorId, step);
}

/** Runs a step when fewer than a number of steps are under way; the others wait in the order they came. */
export type Limiter = <T>(step: () => Promise<T>) => Promise<T>;

/** A gate that lets at most `width` steps through at a time. */
export function createLimiter(width: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (step) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await step();
    } finally {
      // The place is handed over, not freed, so that nobody overtakes the one who waited longest.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
