import { asRepeated, isRepeated } from '../domain/failures/failure';
import { err } from '../lib/result';
import { readSessionValue } from '../session/sessionValues';
import type { Send } from './request';
import type { ThunkExtra } from './thunkExtra';

/**
 * The outer ring: after a 401 the session is refreshed, by one shared call, and the request repeated once. It is not
 * repeated in the name of somebody else who has signed in meanwhile.
 */
export function withReauth(send: Send): Send {
  return async (request, extra, signal) => {
    await extra.refreshAhead?.();
    const caller = readCaller(extra);
    const usedToken = readSessionValue(extra.ports, 'access_token');
    const outcome = await send(request, extra, signal);
    if (outcome.ok || outcome.failure.kind !== 'unauthorized') return outcome;
    const refresh = await extra.refreshSession(usedToken);
    if (signal.aborted) return err({ kind: 'aborted' });
    if (readCaller(extra) !== caller) return outcome;
    const again = refresh.ok ? await send(request, extra, signal) : refresh;
    return again.ok || !isRepeated(outcome.failure) ? again : err(asRepeated(again.failure));
  };
}

/** Whose session it is: a person may belong to several sponsors. */
function readCaller({ ports }: ThunkExtra): string {
  return JSON.stringify([readSessionValue(ports, 'sponsor_id'), readSessionValue(ports, 'user_id')]);
}
