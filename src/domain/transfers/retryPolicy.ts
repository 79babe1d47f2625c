import { UPLOAD_PART_MAX_RETRIES, UPLOAD_RETRY_BASE_MS } from '../constants';
import type { Failure, FailureKind } from '../failures/failure';

/** The first and the longest pause in milliseconds: of a part or range, a transfer offline, what a screen lacks, and an image. */
const PAUSES_MS = {
  part: [UPLOAD_RETRY_BASE_MS, Number.POSITIVE_INFINITY],
  offline: [10_000, 80_000],
  screen: [UPLOAD_RETRY_BASE_MS, 10_000],
  image: [5_000, 120_000],
} as const;

/**
 * Returns the pause in milliseconds after a number of failed attempts in a row: it doubles with each of them.
 * @param fraction a random number in [0, 1), which changes the pause by ±50% and so spreads the retries of many browsers
 */
export function growingPause(kind: keyof typeof PAUSES_MS, tries: number, fraction = 0.5): number {
  const [first, longest] = PAUSES_MS[kind];
  return Math.min(longest, Math.round(first * 2 ** (tries - 1) * (0.5 + fraction)));
}

/** What to do after a failed attempt. */
export type RetryDecision =
  | { readonly kind: 'retry'; readonly waitMs: number }
  /** Wait until the server can be reached. Does not count as a retry. */
  | { readonly kind: 'wait-for-network' }
  /** Wait until the owner is signed in. Does not count as a retry. */
  | { readonly kind: 'wait-for-session' }
  | { readonly kind: 'give-up' };

/**
 * The failures after which another attempt can succeed. All others are final: the API's base query has already retried its
 * rejections, and CORS rules and ETag algorithms do not change within a minute.
 */
const RULES: Readonly<Partial<Record<FailureKind, Exclude<RetryDecision['kind'], 'give-up'>>>> = {
  unauthorized: 'wait-for-session',
  unreachable: 'wait-for-network',
  'checksum-mismatch': 'retry',
  'storage-unreachable': 'retry',
  // The URL has expired; the next attempt requests a new one.
  'url-refused': 'retry',
  'storage-refused': 'retry',
  stalled: 'retry',
  'source-unreachable': 'retry',
  'source-refused': 'retry',
  'source-stalled': 'retry',
};

/**
 * Decides what to do after a failed attempt.
 * @param tries the number of failed attempts, including this one
 * @param fraction as for `growingPause`
 */
export function decideRetry(failure: Failure, tries: number, fraction: number): RetryDecision {
  const rule = RULES[failure.kind] ?? 'give-up';
  if (rule !== 'retry') return { kind: rule };
  if (tries > UPLOAD_PART_MAX_RETRIES) return { kind: 'give-up' };
  return { kind: 'retry', waitMs: growingPause('part', tries, fraction) };
}
