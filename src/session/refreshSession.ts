import * as v from 'valibot';
import type { DeploymentConfig } from '../domain/deploymentConfig';
import { REFRESHING_WORDS } from '../domain/failureWords';
import { isAdminToken, SESSION_KEYS, type SessionKey } from '../domain/session';
import { failed, success, type Outcome } from '../lib/outcome';
import type { Ports } from '../platform/ports';
import { forgetSession, readSessionValue, storeAdminFlag } from './sessionValues';

/**
 * - `refreshed`: local storage holds newer tokens;
 * - `refused`: the identity side said no, the session is gone;
 * - `unreachable`: no answer that says anything about the session; it stays.
 */
type RefreshOutcome = 'refreshed' | 'refused' | 'unreachable';

/** Gets newer tokens than the access token that was refused (null: the call had none). */
export type RefreshSession = (refusedToken: string | null) => Promise<RefreshOutcome>;

interface RefreshOptions {
  readonly ports: Ports;
  readonly config: Pick<DeploymentConfig, 'apiUrl'>;
  /** Told after a refusal, when the stored session has been cleared. */
  readonly onRefused: () => void;
}

const REFRESH_LOCK = 'data-manager-refresh';

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

type TokenAnswer = v.InferOutput<typeof tokenAnswer>;

/** A 2xx body that counts as a 401 (wire contract). */
export const unauthorizedBody = v.object({ code: v.literal('UNAUTHORIZED') });

/**
 * Makes the one refresh of a store: callers who come while it runs share it, and across tabs a lock lets the first
 * refresh while the others find its newer token. Refresh tokens rotate, so a second call with the old one would end
 * the session.
 */
export function createRefreshSession({ ports, config, onRefused }: RefreshOptions): RefreshSession {
  let running: Promise<RefreshOutcome> | undefined;

  const hasNewerThan = (refusedToken: string | null): boolean => {
    const current = readSessionValue(ports, 'access_token');
    return current !== null && current !== refusedToken;
  };

  const refreshLocked = async (refusedToken: string | null): Promise<RefreshOutcome> => {
    if (hasNewerThan(refusedToken)) return 'refreshed';
    const refreshToken = readSessionValue(ports, 'refresh_token');
    if (refreshToken === null) return refuse();
    const answer = await requestTokens(ports, config.apiUrl, refreshToken);
    // A logout or a new login in the meantime is the later word.
    if (readSessionValue(ports, 'refresh_token') !== refreshToken) {
      return hasNewerThan(refusedToken) ? 'refreshed' : 'refused';
    }
    if (answer.ok) {
      keepTokens(ports, answer.value);
      return 'refreshed';
    }
    return answer.failure === 'refused' ? refuse() : 'unreachable';
  };

  const refuse = (): RefreshOutcome => {
    forgetSession(ports);
    onRefused();
    return 'refused';
  };

  return async (refusedToken) => {
    if (running !== undefined) return running;
    if (hasNewerThan(refusedToken)) return 'refreshed';
    ports.toast(REFRESHING_WORDS, 'error');
    running = ports.locks
      .exclusive(REFRESH_LOCK, () => refreshLocked(refusedToken))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

async function requestTokens(
  ports: Ports,
  apiUrl: string,
  refreshToken: string,
): Promise<Outcome<TokenAnswer, 'refused' | 'unreachable'>> {
  try {
    const response = await ports.fetch(`${apiUrl}/auth/token`, {
      method: 'POST',
      headers: { 'X-Refresh-Token': refreshToken },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    // The server's own trouble, or its wish for patience, says nothing about the session.
    if (response.status >= 500 || response.status === 408 || response.status === 429) return failed('unreachable');
    if (!response.ok) return failed('refused');
    const body: unknown = await response.json();
    if (v.is(unauthorizedBody, body)) return failed('refused');
    const answer = v.safeParse(tokenAnswer, body);
    return answer.success ? success(answer.output) : failed('unreachable');
  } catch {
    return failed('unreachable');
  }
}

function keepTokens(ports: Ports, answer: TokenAnswer): void {
  const brought: Partial<Record<SessionKey, string | null | undefined>> = answer;
  for (const key of SESSION_KEYS) {
    const value = brought[key];
    if (!value) continue;
    ports.cookies.set(key, value, answer.domain ?? undefined);
    ports.localStorage.set(key, value);
  }
  storeAdminFlag(ports, isAdminToken(answer.id_token));
}
