import { createAttemptLimit } from '../attemptLimit';

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
  const limit = (most: number) => createAttemptLimit({ most, windowMs: WINDOW_MS, msg: MSG }, now);
  const [both, account, address] = [limit(FOR_ACCOUNT_AND_ADDRESS), limit(FOR_ACCOUNT), limit(FROM_ADDRESS)];
  return {
    take(email, from) {
      const name = email.toLowerCase();
      const takeBacks = [both.take(JSON.stringify([name, from])), account.take(name), address.take(from)];
      return () => takeBacks.forEach((takeBack) => takeBack());
    },
  };
}
