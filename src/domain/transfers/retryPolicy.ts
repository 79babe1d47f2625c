import { UPLOAD_PART_MAX_RETRIES, UPLOAD_RETRY_BASE_MS } from '../constants';
import type { Failure, FailureKind } from '../failures/failure';

/** How often the network is tried again while it is gone and the browser has not said that it is back. */
export const NETWORK_RETRY_MS = 10_000;

/** How a transfer goes on after a failed try. */
export type RetryDecision =
  | { readonly kind: 'retry'; readonly waitMs: number }
  /** No retry is spent: the transfer waits until the server can be reached. */
  | { readonly kind: 'wait-for-network' }
  /** No retry is spent: the transfer waits until its owner is signed in. */
  | { readonly kind: 'wait-for-session' }
  | { readonly kind: 'give-up' };

/** The API's own refusals are given up here: its base query has already repeated what may pass. */
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
  // The storage's CORS rules won't change within a minute.
  'etag-hidden': 'give-up',
  // Nor will the way in which it makes its ETags.
  'etag-no-hash': 'give-up',
  'storage-unreachable': 'retry',
  // An expired link: a fresh one is asked for before the next try.
  'url-refused': 'retry',
  'storage-refused': 'retry',
  stalled: 'retry',
  'completion-unknown': 'give-up',
  'file-gone': 'give-up',
  'file-changed': 'give-up',
  'file-too-large': 'give-up',
  'archive-failed': 'give-up',
  'archive-gone': 'give-up',
};

/**
 * What to do after a failed try.
 * @param tries how many tries have failed, this one included
 * @param fraction randomness from 0 up to 1: spreads the retries of many browsers
 */
export function decideRetry(failure: Failure, tries: number, fraction: number): RetryDecision {
  const rule = RULES[failure.kind];
  if (rule !== 'retry') return { kind: rule };
  if (tries > UPLOAD_PART_MAX_RETRIES) return { kind: 'give-up' };
  return { kind: 'retry', waitMs: retryWait(tries, fraction) };
}

/** Milliseconds before the retry that follows so many failed tries: doubling, half to one and a half of it. */
export function retryWait(tries: number, fraction: number): number {
  return Math.round(UPLOAD_RETRY_BASE_MS * 2 ** (tries - 1) * (0.5 + fraction));
}
