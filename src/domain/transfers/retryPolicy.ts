import { UPLOAD_PART_MAX_RETRIES, UPLOAD_RETRY_BASE_MS } from '../constants';
import type { Failure, FailureKind } from '../failures/failure';

/** How often an attempt is repeated while offline, until the browser reports a connection. */
export const NETWORK_RETRY_MS = 10_000;

/** What to do after a failed attempt. */
export type RetryDecision =
  | { readonly kind: 'retry'; readonly waitMs: number }
  /** Wait until the server can be reached. Does not count as a retry. */
  | { readonly kind: 'wait-for-network' }
  /** Wait until the owner is signed in. Does not count as a retry. */
  | { readonly kind: 'wait-for-session' }
  | { readonly kind: 'give-up' };

/** Rejections by the API are final here: its base query has already retried them. */
const RULES: Readonly<Record<FailureKind, RetryDecision['kind']>> = {
  unauthorized: 'wait-for-session',
  forbidden: 'give-up',
  'not-found': 'give-up',
  refused: 'give-up',
  unreachable: 'wait-for-network',
  'not-sendable': 'give-up',
  'bad-answer': 'give-up',
  aborted: 'give-up',
  'checksum-mismatch': 'retry',
  // CORS rules and ETag algorithms do not change within a minute.
  'etag-hidden': 'give-up',
  'etag-no-hash': 'give-up',
  'storage-unreachable': 'retry',
  // The URL has expired; the next attempt requests a new one.
  'url-refused': 'retry',
  'storage-refused': 'retry',
  stalled: 'retry',
  'completion-unknown': 'give-up',
  'name-taken': 'give-up',
  'file-gone': 'give-up',
  'file-changed': 'give-up',
  'file-too-large': 'give-up',
  'source-unreachable': 'retry',
  'source-refused': 'retry',
  'source-stalled': 'retry',
  'source-gone': 'give-up',
  // The whole file is fetched again, not the range.
  'content-differs': 'give-up',
  'file-unwritable': 'give-up',
  'folder-full': 'give-up',
  'folder-gone': 'give-up',
  'folder-forbidden': 'give-up',
  'archive-failed': 'give-up',
  'archive-gone': 'give-up',
};

/**
 * Decides what to do after a failed attempt.
 * @param tries the number of failed attempts, including this one
 * @param fraction a random number in [0, 1), which spreads the retries of many browsers
 */
export function decideRetry(failure: Failure, tries: number, fraction: number): RetryDecision {
  const rule = RULES[failure.kind];
  if (rule !== 'retry') return { kind: rule };
  if (tries > UPLOAD_PART_MAX_RETRIES) return { kind: 'give-up' };
  return { kind: 'retry', waitMs: retryWait(tries, fraction) };
}

/** Returns the delay in milliseconds before the next attempt: exponential backoff, ±50% at random. */
export function retryWait(tries: number, fraction: number): number {
  return Math.round(UPLOAD_RETRY_BASE_MS * 2 ** (tries - 1) * (0.5 + fraction));
}
