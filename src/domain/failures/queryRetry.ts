import { QUERY_MAX_RETRIES, QUERY_RETRY_DELAY_MS, RETRY_AFTER_MAX_MS } from '../constants';

/** The decision whether and when a request is retried. */
export type QueryRetryDecision = { readonly kind: 'retry'; readonly waitMs: number } | { readonly kind: 'give-up' };

/** Statuses of a restarting or overloaded server, which are retried (specification, section 8). */
const RETRIED: ReadonlySet<number> = new Set([500, 502, 503]);
/** Statuses whose `Retry-After` is respected (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const PATIENT: ReadonlySet<number> = new Set([429, 503]);

/**
 * Decides whether a failed request is retried. A 429 is retried only with a `Retry-After`. No request is retried
 * earlier than that header allows; if that is too late, the request fails immediately.
 * @param status the status of the response
 * @param retries the number of retries so far
 * @param retryAfterMs the response's `Retry-After`, in milliseconds
 */
export function decideQueryRetry(status: number, retries: number, retryAfterMs?: number): QueryRetryDecision {
  const asked = PATIENT.has(status) ? retryAfterMs : undefined;
  const isRetried = RETRIED.has(status) || asked !== undefined;
  if (!isRetried || retries >= QUERY_MAX_RETRIES || (asked ?? 0) > RETRY_AFTER_MAX_MS) return { kind: 'give-up' };
  return { kind: 'retry', waitMs: Math.max(QUERY_RETRY_DELAY_MS, asked ?? 0) };
}
