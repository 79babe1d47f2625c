import { HttpFailure } from './failure';

/** From so many keys on, those whose time is over are forgotten at the next try. */
const CLEAR_FROM_KEYS = 10_000;

interface Window {
  count: number;
  readonly endsMs: number;
}

/** Counts tries by key, such as an address or an account. */
export interface AttemptLimit {
  /**
   * Counts a try before it is made, so that many at once can't slip past.
   *
   * @returns a function that takes it off again, for a try that turned out to be good
   * @throws HttpFailure 429 with the seconds until the next try counts.
   */
  take(key: string): () => void;
}

/**
 * Allows so many tries in a window of time, which begins with the first of them: at worst twice as many around the
 * end of one.
 *
 * @param now milliseconds since 1970
 */
export function createAttemptLimit(
  { most, windowMs, msg }: { readonly most: number; readonly windowMs: number; readonly msg: string },
  now: () => number = Date.now,
): AttemptLimit {
  const windows = new Map<string, Window>();

  function forgetOver(): void {
    for (const [key, { endsMs }] of windows) if (endsMs <= now()) windows.delete(key);
  }

  return {
    take(key) {
      if (windows.size >= CLEAR_FROM_KEYS) forgetOver();
      const known = windows.get(key);
      const window = known === undefined || known.endsMs <= now() ? { count: 0, endsMs: now() + windowMs } : known;
      windows.set(key, window);
      if (window.count >= most) {
        throw new HttpFailure(429, msg, 'TOO_MANY_TRIES', Math.ceil((window.endsMs - now()) / 1000));
      }
      window.count += 1;
      return () => {
        window.count -= 1;
      };
    },
  };
}
