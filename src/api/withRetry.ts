import { asRepeated, type Failure } from '../domain/failure';
import { decideQueryRetry } from '../domain/queryRetry';
import { failed } from '../lib/outcome';
import { wait } from '../platform/wait';
import type { Send, SendOnce } from './request';

/** The middle ring: repeats what the server could not do just now. */
export function withRetry(send: SendOnce): Send {
  return async (request, extra, signal) => {
    let mayBeDone = false;
    for (let retries = 0; ; retries += 1) {
      const sent = await send(request, extra, signal);
      if (sent.ok) return sent;
      const status = statusOf(sent.failure);
      const decision = decideQueryRetry(status, retries, sent.retryAfterMs);
      if (decision.kind === 'give-up') {
        return failed(mayBeDone && !isServersTrouble(status) ? asRepeated(sent.failure) : sent.failure);
      }
      mayBeDone ||= isServersTrouble(status);
      await wait(decision.waitMs, signal);
      if (signal.aborted) return failed({ kind: 'aborted' });
    }
  };
}

/** Zero where the server has not answered with a status that the retry policy knows. */
function statusOf(failure: Failure): number {
  return failure.kind === 'refused' ? failure.status : 0;
}

function isServersTrouble(status: number): boolean {
  return status >= 500;
}
