import * as v from 'valibot';
import { RETRY_AFTER_MAX_MS } from '../domain/constants';
import type { Failure } from '../domain/failures/failure';
import { parseJson } from '../lib/parseJson';
import { err, ok, type Result } from '../lib/result';
import type { Ports } from '../platform/ports';
import { readRetryAfter } from '../platform/retryAfter';
import { withTimeLimit } from '../platform/timeLimit';

const ENDPOINT = 'POST /auth/token';

/** All calls of all tabs wait for this one: without an answer for so long it counts as unreachable. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Why there are no newer tokens:
 * - `unauthorized`: the identity side said no, the session is gone;
 * - `unreachable`: no answer that says anything about the session; it stays;
 * - `bad-answer`: an answer without the tokens. The session stays: nothing is lost before the server itself says so.
 */
export type RefreshFailure = Extract<Failure, { kind: 'unauthorized' | 'unreachable' | 'bad-answer' }>;

/** Of the eight values an answer may bring all but the owner's ids; what is absent keeps its old value. */
const tokenAnswer = v.object({
  id_token: v.pipe(v.string(), v.nonEmpty()),
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.nullish(v.string()),
  A_K: v.nullish(v.string()),
  S_K: v.nullish(v.string()),
  session_token: v.nullish(v.string()),
  domain: v.nullish(v.string()),
});

/** What the answer brings. */
export type TokenAnswer = v.InferOutput<typeof tokenAnswer>;

/** A 2xx body that counts as a 401 (wire contract). */
export const unauthorizedBody = v.object({ code: v.literal('UNAUTHORIZED') });

/** What came of asking for tokens. */
export interface TokenReply {
  readonly outcome: Result<TokenAnswer, RefreshFailure>;
  /** So long the server wants not to be asked again, milliseconds. */
  readonly restMs?: number | undefined;
}

/** Asks for newer tokens. Never throws. */
export function requestTokens(ports: Pick<Ports, 'fetch'>, apiUrl: string, refreshToken: string): Promise<TokenReply> {
  return withTimeLimit(ANSWER_WITHIN_MS, (signal) => askForTokens(ports, apiUrl, refreshToken, signal));
}

async function askForTokens(
  ports: Pick<Ports, 'fetch'>,
  apiUrl: string,
  refreshToken: string,
  signal: AbortSignal,
): Promise<TokenReply> {
  try {
    const response = await ports.fetch(`${apiUrl}/auth/token`, {
      method: 'POST',
      headers: { 'X-Refresh-Token': refreshToken },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    });
    // The server's own trouble, or its wish for patience, says nothing about the session.
    if (response.status >= 500 || response.status === 408 || response.status === 429) {
      const restMs = Math.min(readRetryAfter(response.headers) ?? 0, RETRY_AFTER_MAX_MS);
      return { outcome: err({ kind: 'unreachable' }), restMs };
    }
    return { outcome: response.ok ? readTokens(await response.text()) : err({ kind: 'unauthorized' }) };
  } catch {
    return { outcome: err({ kind: 'unreachable' }) };
  }
}

function readTokens(text: string): Result<TokenAnswer, RefreshFailure> {
  const body = parseJson(text);
  if (v.is(unauthorizedBody, body)) return err({ kind: 'unauthorized' });
  const answer = v.safeParse(tokenAnswer, body, { abortEarly: true });
  if (answer.success) return ok(answer.output);
  return err({ kind: 'bad-answer', endpoint: ENDPOINT, field: v.getDotPath(answer.issues[0]) ?? 'body' });
}
