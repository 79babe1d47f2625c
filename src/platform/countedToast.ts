import type { Unsubscribe } from './ports';

/** A count that grows faster than this is drawn now and then: thousands of files may fail within a second. */
const COUNT_REFRESH_MS = 250;

/** One toast, however often the same is told while it stands. Its time starts again with each time. */
export interface CountedToast {
  /** How often it was told, as it is to be drawn. */
  readonly count: () => number;
  /** Calls back when the count to be drawn has changed. */
  readonly subscribe: (listener: () => void) => Unsubscribe;
  readonly tellAgain: () => void;
  /** Its whole time runs from now on. */
  readonly run: () => void;
  /** Its time stands still until it runs again: somebody is reading, or nobody can see it. */
  readonly hold: () => void;
}

/**
 * A toast that was told once; its time has not begun to run.
 * @param onEnd called when its time is over
 */
export function createCountedToast(lifetimeMs: number, onEnd: () => void): CountedToast {
  const listeners = new Set<() => void>();
  let told = 1;
  let drawn = 1;
  let end: ReturnType<typeof setTimeout> | undefined;
  let refresh: ReturnType<typeof setTimeout> | undefined;

  const hold = (): void => {
    clearTimeout(end);
    end = undefined;
  };
  const run = (): void => {
    hold();
    end = setTimeout(onEnd, lifetimeMs);
  };
  const draw = (): void => {
    refresh = undefined;
    drawn = told;
    for (const listener of listeners) listener();
  };
  return {
    count: () => drawn,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tellAgain: () => {
      told += 1;
      if (end !== undefined) run();
      refresh ??= setTimeout(draw, COUNT_REFRESH_MS);
    },
    run,
    hold,
  };
}
