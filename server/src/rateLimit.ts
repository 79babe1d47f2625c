import { HttpError } from './errors';

/** From so many keys on, those whose time is over are forgotten at the next try. */
const CLEAR_FROM_KEYS = 10_000;

interface Window {
  count: number;
  readonly endsMs: number;
}

/** Counts tries by key, such as an address or an account. */
export interface RateLimit {
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
export function createRateLimit(
  { most, windowMs, msg }: { readonly most: number; readonly windowMs: number; readonly msg: string },
  now: () => number = Date.now,
): RateLimit {
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
        throw new HttpError(429, msg, 'TOO_MANY_TRIES', Math.ceil((window.endsMs - now()) / 1000));
      }
      window.count += 1;
      return () => {
        window.count -= 1;
      };
    },
  };
}

const WINDOW_MS = 15 * 60 * 1000;
/** Wrong passwords for one account from one address: enough for a person, hopeless for a guesser. */
const FOR_ACCOUNT_AND_ADDRESS = 10;
/** Wrong passwords for one account from anywhere, against guessing from many addresses. */
const FOR_ACCOUNT = 100;
/** Wrong passwords from one address, against trying one password on many accounts. */
const FROM_ADDRESS = 100;

const MSG = 'Too many sign-ins with a wrong password. Nothing is locked: wait a quarter of an hour, then try again.';

/** Counts sign-ins that fail. */
export interface SignInLimit {
  /**
   * Counts a try as failed.
   *
   * @returns a function that takes it off again, for the right password
   * @throws HttpFailure 429
   */
  take(account: string, address: string): () => void;
}

/** @param now milliseconds since 1970 */
export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  const limit = (most: number) => createRateLimit({ most, windowMs: WINDOW_MS, msg: MSG }, now);
  const [both, account, address] = [limit(FOR_ACCOUNT_AND_ADDRESS), limit(FOR_ACCOUNT), limit(FROM_ADDRESS)];
  return {
    take(email, from) {
      const name = email.toLowerCase();
      const takeBacks = [both.take(JSON.stringify([name, from])), account.take(name), address.take(from)];
      return () => takeBacks.forEach((takeBack) => takeBack());
    },
  };
}
