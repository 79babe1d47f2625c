import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpError } from '../common/errors';
import type { AttemptCounter } from '../database/accounts/attempts';

interface Limit {
  /** Distinguishes the keys of this limit from those of others. */
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  readonly msg: string;
}

/**
 * Limits attempts per key, such as a network or an account: allows `max` attempts in a fixed window that starts with the first
 * attempt.
 */
export function createRateLimit(counter: AttemptCounter, { name, max, windowSeconds, msg }: Limit) {
  return {
    /**
     * Counts an attempt before it is made, so that concurrent attempts can't exceed the limit.
     *
     * @returns A function that removes the attempt from the count; call it if the attempt succeeds.
     * @throws HttpError 429 with the seconds until the next attempt is allowed.
     */
    async consume(...key: readonly string[]): Promise<() => Promise<void>> {
      const { count, secondsLeft } = await counter.add([name, ...key], windowSeconds);
      if (count > max) throw new HttpError(429, msg, 'TOO_MANY_TRIES', Math.max(1, Math.ceil(secondsLeft)));
      return () => counter.remove([name, ...key]);
    },
  };
}

const SIGN_IN_WINDOW_SECONDS = 15 * 60;
/** Wrong passwords for one account from one network: enough for a typo, too few for guessing. */
const MAX_PER_ACCOUNT_AND_NETWORK = 10;
/** Wrong passwords from one network for any account, against password spraying. */
const MAX_PER_NETWORK = 100;

/**
 * Wrong passwords for any account from any network after which each attempt takes longer, and fewer are allowed from one
 * network, because an attacker tries common passwords from many networks.
 */
const UNDELAYED_PER_ISSUER = 1_000;
const MAX_PER_NETWORK_DURING_ATTACK = 5;
const DELAY_DURING_ATTACK_MS = 2_000;

/** Wrong passwords for one account from any network after which each attempt takes longer. */
const UNDELAYED_PER_ACCOUNT = 10;
const FIRST_DELAY_MS = 250;
/** Short enough for the owner of an account that is under attack, and for browsers and proxies. */
const MAX_DELAY_MS = 5_000;

const TOO_MANY_SIGN_INS = 'Too many failed sign-in attempts. Your account is not locked: try again in 15 minutes.';

/**
 * Limits failed sign-ins by network, by account and at the identity provider as a whole. Attempts from many networks are
 * delayed instead of rejected, so that an attack locks no user out.
 */
export function createSignInLimit(counter: AttemptCounter, delay: (milliseconds: number) => Promise<unknown> = wait) {
  const shared = { windowSeconds: SIGN_IN_WINDOW_SECONDS, msg: TOO_MANY_SIGN_INS };
  const perNetwork = createRateLimit(counter, { name: 'sign-in', max: MAX_PER_NETWORK, ...shared });
  const perAccountAndNetwork = createRateLimit(counter, {
    name: 'sign-in to account',
    max: MAX_PER_ACCOUNT_AND_NETWORK,
    ...shared,
  });
  const duringAttack = createRateLimit(counter, {
    name: 'sign-in during attack',
    max: MAX_PER_NETWORK_DURING_ATTACK,
    ...shared,
  });
  const issuerKey = ['issuer'];
  return {
    /** Counts an attempt as `createRateLimit` does, after a delay. */
    async consume(email: string, address: string): Promise<() => Promise<void>> {
      const network = networkOf(address);
      const account = email.toLowerCase();
      const accountKey = ['account', account];
      const undo = [await perNetwork.consume(network), await perAccountAndNetwork.consume(account, network)];
      const { count } = await counter.add(accountKey, SIGN_IN_WINDOW_SECONDS);
      undo.push(() => counter.remove(accountKey));
      const { count: total } = await counter.add(issuerKey, SIGN_IN_WINDOW_SECONDS);
      undo.push(() => counter.remove(issuerKey));
      const isAttack = total > UNDELAYED_PER_ISSUER;
      if (isAttack) undo.push(await duringAttack.consume(network));
      const accountDelay = count > UNDELAYED_PER_ACCOUNT ? delayOf(count - UNDELAYED_PER_ACCOUNT) : 0;
      const delayMs = Math.max(accountDelay, isAttack ? DELAY_DURING_ATTACK_MS : 0);
      if (delayMs > 0) await delay(delayMs);
      return async () => {
        for (const undoOne of undo) await undoOne();
      };
    },
  };
}

/** Doubles with every attempt. */
function delayOf(attempt: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

/** Returns the network that one person usually controls: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  // The canonical form: lower case, the longest run of zeros as `::`, and no dots.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical) ?? [];
  if (high !== undefined && low !== undefined) {
    return [high, low].flatMap((pair) => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255]).join('.');
  }
  const [head = [], tail = []] = canonical.split('::').map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
