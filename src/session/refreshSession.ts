import * as v from 'valibot';
import { RETRY_AFTER_MAX_MS } from '@data-manager/domain/constants';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import type { Failure } from '@data-manager/domain/failures/failure';
import { isFromServer } from '@data-manager/domain/failures/serverResponse';
import { timeUntilRefresh } from '@data-manager/domain/session/token';
import { parseJson } from '@data-manager/lib/parseJson';
import { err, ok, type Result } from '@data-manager/lib/result';
import type { Ports } from '../platform/ports';
import { readRetryAfter } from '../platform/retryAfter';
import { withTimeLimit } from '../platform/wait';
import { copyNewerCookies, forgetSession, readSessionValue, readTokenArrival, storeTokens } from './sessionValues';

/**
 * - `unauthorized`: the refresh was rejected; the session has ended.
 * - `unreachable`: no response of the server itself, or a temporary failure; the session remains.
 * - `bad-answer`: a response without tokens; the session remains until the server rejects the refresh token.
 */
type RefreshFailure = Extract<Failure, { kind: 'unauthorized' | 'unreachable' | 'bad-answer' }>;

/** On success, local storage holds the newer tokens. */
type RefreshResult = Result<null, RefreshFailure>;

/** Gets newer tokens after an access token was rejected (null if the request had none). */
export type RefreshSession = (rejectedToken: string | null) => Promise<RefreshResult>;

/** Gets newer tokens if the current tokens expire soon. Resolves with the milliseconds until the next check. */
export type RefreshAhead = () => Promise<number>;

interface RefreshOptions {
  readonly ports: Ports;
  readonly config: Pick<DeploymentConfig, 'apiUrl'>;
  /** Called after a rejection, when the stored session has been cleared. */
  readonly onRefused: () => void;
}

const REFRESH_LOCK = 'data-manager-refresh';

/**
 * Pause after a response without tokens. The refresh token may have been rotated, and thousands of queued files must not
 * cause thousands of requests.
 */
const BAD_ANSWER_PAUSE_MS = 10_000;

/** Interval of the checks for expiring tokens. A timer does not run while the computer sleeps. */
const CHECK_INTERVAL_MS = 60_000;

/**
 * Creates the refresh that all requests of a store share.
 *
 * Problem: refresh tokens rotate, so a second request with the old one would end the session. But many requests, in several
 * tabs, find at the same time that the access token has expired.
 * Idea: concurrent callers get the same promise. Across tabs, a lock lets the first tab refresh, and the others find its newer
 * token. If the session remains after a failure, the result may be kept for a pause, which depends on the response.
 * Cost: all requests of all tabs wait for one, which therefore has a time limit.
 */
export function createTokenRefresh({ ports, config, onRefused }: RefreshOptions) {
  let running: Promise<RefreshResult> | undefined;
  let paused: { readonly refreshToken: string; readonly untilMs: number; readonly result: RefreshResult } | undefined;
  let nextAheadMs = 0;

  const hasNewerThan = (rejectedToken: string | null): boolean => {
    const current = readSessionValue(ports, 'access_token');
    return current !== null && current !== rejectedToken;
  };

  const untilDueMs = (): number | undefined =>
    timeUntilRefresh(readSessionValue(ports, 'access_token') ?? '', readTokenArrival(ports), ports.clock.now());
  const isDue = (): boolean => (untilDueMs() ?? 1) <= 0;

  const pausedResult = (): RefreshResult | undefined => {
    if (paused === undefined || ports.clock.elapsed() >= paused.untilMs) return undefined;
    return readSessionValue(ports, 'refresh_token') === paused.refreshToken ? paused.result : undefined;
  };

  const endSession = (): RefreshResult => {
    forgetSession(ports);
    onRefused();
    return err({ kind: 'unauthorized' });
  };

  const refresh = async (isNeeded: () => boolean, onRequest: () => void): Promise<RefreshResult> => {
    if (!copyNewerCookies(ports)) return err({ kind: 'unauthorized' });
    if (!isNeeded()) return ok(null);
    const refreshToken = readSessionValue(ports, 'refresh_token');
    if (refreshToken === null) return endSession();
    const cookie = ports.cookies.get('refresh_token');
    onRequest();
    const { result, pauseMs } = await requestTokens(ports, config.apiUrl, refreshToken);
    // A logout or a new login during the request takes precedence.
    if (readSessionValue(ports, 'refresh_token') !== refreshToken || ports.cookies.get('refresh_token') !== cookie) {
      return isNeeded() ? err({ kind: 'unauthorized' }) : ok(null);
    }
    if (result.ok) {
      storeTokens(ports, result.value);
      return ok(null);
    }
    if (result.failure.kind === 'unauthorized') return endSession();
    paused = { refreshToken, untilMs: ports.clock.elapsed() + pauseMs, result };
    return result;
  };

  const refreshLocked = (isNeeded: () => boolean, onRequest: () => void): Promise<RefreshResult> => {
    running = ports.locks
      .exclusive(REFRESH_LOCK, () => refresh(isNeeded, onRequest))
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const refreshSession: RefreshSession = async (rejectedToken) => {
    if (running !== undefined) return running;
    if (hasNewerThan(rejectedToken)) return ok(null);
    return (
      pausedResult() ??
      refreshLocked(
        () => !hasNewerThan(rejectedToken),
        () => ports.toast(ERROR_CATALOGUE.unauthorized.text, 'error'),
      )
    );
  };

  const refreshAhead: RefreshAhead = async () => {
    const mayRequest = ports.clock.elapsed() >= nextAheadMs && pausedResult() === undefined;
    if (isDue() && (running !== undefined || mayRequest)) {
      nextAheadMs = ports.clock.elapsed() + CHECK_INTERVAL_MS;
      await (running ?? refreshLocked(isDue, () => undefined));
      if (!isDue()) nextAheadMs = 0;
    }
    const waitMs = untilDueMs() ?? 0;
    return waitMs > 0 ? Math.min(waitMs, CHECK_INTERVAL_MS) : CHECK_INTERVAL_MS;
  };

  return { refreshSession, refreshAhead };
}

const ENDPOINT = 'POST /auth/token';

/** All requests of all tabs wait for this one: after this long without a response, the server counts as unreachable. */
const TIME_LIMIT_MS = 30_000;

const tokensSchema = v.object({
  id_token: v.pipe(v.string(), v.nonEmpty()),
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.nullish(v.string()),
  A_K: v.nullish(v.string()),
  S_K: v.nullish(v.string()),
  session_token: v.nullish(v.string()),
  domain: v.nullish(v.string()),
});

/** The body of a 2xx response that counts as a 401 (wire contract). */
export const unauthorizedBody = v.object({ code: v.literal('UNAUTHORIZED') });

interface TokenResponse {
  readonly result: Result<v.InferOutput<typeof tokensSchema>, RefreshFailure>;
  /** How long to wait before repeating the request, in milliseconds. */
  readonly pauseMs: number;
}

/** Requests newer tokens. Never rejects. */
function requestTokens({ fetch }: Pick<Ports, 'fetch'>, apiUrl: string, refreshToken: string): Promise<TokenResponse> {
  return withTimeLimit(TIME_LIMIT_MS, async (signal) => {
    try {
      const response = await fetch(`${apiUrl}/auth/token`, {
        method: 'POST',
        headers: { 'X-Refresh-Token': refreshToken },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal,
      });
      const text = await response.text();
      // A proxy, or a failing or overloaded server, proves nothing about the session.
      const { status } = response;
      if (status >= 500 || status === 408 || status === 429 || !isFromServer(status, text)) {
        const pauseMs = Math.min(readRetryAfter(response.headers) ?? 0, RETRY_AFTER_MAX_MS);
        return { result: err({ kind: 'unreachable' }), pauseMs };
      }
      return response.ok ? readTokens(text) : { result: err({ kind: 'unauthorized' }), pauseMs: 0 };
    } catch {
      return { result: err({ kind: 'unreachable' }), pauseMs: 0 };
    }
  });
}

function readTokens(text: string): TokenResponse {
  const body = parseJson(text);
  if (v.is(unauthorizedBody, body)) return { result: err({ kind: 'unauthorized' }), pauseMs: 0 };
  const tokens = v.safeParse(tokensSchema, body, { abortEarly: true });
  if (tokens.success) return { result: ok(tokens.output), pauseMs: 0 };
  const field = v.getDotPath(tokens.issues[0]) ?? 'body';
  return { result: err({ kind: 'bad-answer', endpoint: ENDPOINT, field }), pauseMs: BAD_ANSWER_PAUSE_MS };
}
