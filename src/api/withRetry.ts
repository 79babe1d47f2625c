import { QUERY_MAX_RETRIES, QUERY_RETRY_DELAY_MS } from '../domain/constants';
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
      if (outcome.failure.kind === 'not-found' && retries > 0) return failed({ ...outcome.failure, repeated: true });
      if (outcome.failure.kind !== 'refused') return outcome;
      if (!RETRIED_STATUSES.has(outcome.failure.status) || retries === QUERY_MAX_RETRIES) return outcome;
      await wait(QUERY_RETRY_DELAY_MS, signal);
      if (signal.aborted) return failed({ kind: 'aborted' });
    }
  };
}
