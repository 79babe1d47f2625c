import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError } from './errors';

/** Limits attempts per key, such as an address or an account. */
export interface RateLimit {
  /**
   * Counts an attempt before it is made, so that concurrent attempts can't exceed the limit.
   *
   * @returns A function that removes the attempt from the count; call it if the attempt succeeds.
   * @throws HttpError 429 with the seconds until the next attempt is allowed.
   */
  consume(key: string): Promise<() => Promise<void>>;
}

/** Allows `max` attempts per key in a fixed window that starts with the first attempt. */
export function createRateLimit({
  max,
  windowSeconds,
  msg,
}: {
  readonly max: number;
  readonly windowSeconds: number;
  readonly msg: string;
}): RateLimit {
  const limiter = new RateLimiterMemory({ points: max, duration: windowSeconds });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new HttpError(429, msg, 'TOO_MANY_TRIES', Math.ceil(error.msBeforeNext / 1000));
      }
      return async () => {
        await limiter.reward(key);
      };
    },
  };
}

const SIGN_IN_WINDOW_SECONDS = 15 * 60;
/** Wrong passwords for one account from one address: enough for a typo, too few for guessing. */
const MAX_PER_ACCOUNT_AND_ADDRESS = 10;
/** Wrong passwords for one account from any address, against distributed guessing. */
const MAX_PER_ACCOUNT = 100;
/** Wrong passwords from one address for any account, against password spraying. */
const MAX_PER_ADDRESS = 100;

const TOO_MANY_SIGN_INS = 'Too many failed sign-in attempts. Your account is not locked: try again in 15 minutes.';

/** Limits failed sign-ins; `consume` works as in `RateLimit`. */
export interface SignInLimit {
  consume(email: string, address: string): Promise<() => Promise<void>>;
}

export function createSignInLimit(): SignInLimit {
  const limit = (max: number) =>
    createRateLimit({ max, windowSeconds: SIGN_IN_WINDOW_SECONDS, msg: TOO_MANY_SIGN_INS });
  const perAccountAndAddress = limit(MAX_PER_ACCOUNT_AND_ADDRESS);
  const perAccount = limit(MAX_PER_ACCOUNT);
  const perAddress = limit(MAX_PER_ADDRESS);
  return {
    async consume(email, address) {
      const account = email.toLowerCase();
      const undo = [
        await perAccountAndAddress.consume(JSON.stringify([account, address])),
        await perAccount.consume(account),
        await perAddress.consume(address),
      ];
      return async () => {
        for (const undoOne of undo) await undoOne();
      };
    },
  };
}
