import { QUERY_MAX_RETRIES, QUERY_RETRY_DELAY_MS, RETRY_AFTER_MAX_MS } from '../constants';

/** Whether a call is made again, and after how long. */
export type QueryRetryDecision = { readonly kind: 'retry'; readonly waitMs: number } | { readonly kind: 'give-up' };

/** A server that is restarting or overloaded: worth another try (specification, section 8). */
const RETRIED: ReadonlySet<number> = new Set([500, 502, 503]);
/** What `Retry-After` says of these is heeded (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const PATIENT: ReadonlySet<number> = new Set([429, 503]);

/**
 * What to do after an API call was answered with an error. A 429 is repeated only if the server says when. No call is
 * repeated earlier than the server asks for: where that is too late, it fails at once.
 * @param status of the answer
 * @param retries how often the call was repeated already
 * @param retryAfterMs milliseconds that the answer's `Retry-After` asks for
 */
export function decideQueryRetry(status: number, retries: number, retryAfterMs?: number): QueryRetryDecision {
  const asked = PATIENT.has(status) ? retryAfterMs : undefined;
  const isRetried = RETRIED.has(status) || asked !== undefined;
  if (!isRetried || retries >= QUERY_MAX_RETRIES || (asked ?? 0) > RETRY_AFTER_MAX_MS) return { kind: 'give-up' };
  return { kind: 'retry', waitMs: Math.max(QUERY_RETRY_DELAY_MS, asked ?? 0) };
}
