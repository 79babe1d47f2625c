import { asRepeated, type Failure } from '../domain/failures/failure';
import { decideQueryRetry } from '../domain/failures/queryRetry';
import { err, type Result } from '../lib/result';
import { wait } from '../platform/wait';
import type { Send, SendOnce, Sent } from './request';

/** The middle ring: repeats what the server could not do just now. */
export function withRetry(send: SendOnce): Send {
  return (request, extra, signal) => sendPatiently(() => send(request, extra, signal), signal);
}

/** Sends until there is an answer that a repetition would not change, or the retry policy gives up. */
export async function sendPatiently<Value>(
  send: () => Promise<Sent<Value>>,
  signal: AbortSignal,
): Promise<Result<Value, Failure>> {
  let mayBeDone = false;
  for (let retries = 0; ; retries += 1) {
    const sent = await send();
    if (sent.ok) return sent;
    const status = statusOf(sent.failure);
    const decision = decideQueryRetry(status, retries, sent.retryAfterMs);
    if (decision.kind === 'give-up') {
      return err(mayBeDone && !isServersTrouble(status) ? asRepeated(sent.failure) : sent.failure);
    }
    mayBeDone ||= isServersTrouble(status);
    await wait(decision.waitMs, signal);
    if (signal.aborted) return err({ kind: 'aborted' });
  }
}

/** Zero where the server has not answered with a status that the retry policy knows. */
function statusOf(failure: Failure): number {
  return failure.kind === 'refused' ? failure.status : 0;
}

function isServersTrouble(status: number): boolean {
  return status >= 500;
}
