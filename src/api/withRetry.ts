import { QUERY_MAX_RETRIES, QUERY_RETRY_DELAY_MS } from '../domain/constants';
import { asRepeated, type Failure } from '../domain/failure';
import { failed } from '../lib/outcome';
import { wait } from '../platform/wait';
import type { Send } from './request';

/** A server that is restarting or overloaded: worth another try. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([500, 502, 503]);

/** The middle ring: repeats what the server could not do just now. */
export function withRetry(send: Send): Send {
  return async (request, extra, signal) => {
    for (let retries = 0; ; retries += 1) {
      const outcome = await send(request, extra, signal);
      if (outcome.ok) return outcome;
      if (!isRetried(outcome.failure)) return retries > 0 ? failed(asRepeated(outcome.failure)) : outcome;
      if (retries === QUERY_MAX_RETRIES) return outcome;
      await wait(QUERY_RETRY_DELAY_MS, signal);
      if (signal.aborted) return failed({ kind: 'aborted' });
    }
  };
}

function isRetried(failure: Failure): boolean {
  return failure.kind === 'refused' && RETRIED_STATUSES.has(failure.status);
}
