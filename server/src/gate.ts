/** Runs a step when fewer than a number of steps are under way; the others wait in the order they came. */
export type Gate = <T>(step: () => Promise<T>) => Promise<T>;

/** A gate that lets at most `width` steps through at a time. */
export function createGate(width: number): Gate {
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
