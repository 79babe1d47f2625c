import type { DeploymentConfig } from '../domain/deploymentConfig';
import { REFRESHING_WORDS } from '../domain/failureWords';
import { isAdminToken, SESSION_KEYS, type SessionKey } from '../domain/session';
import { failed, success, type Outcome } from '../lib/outcome';
import type { Ports } from '../platform/ports';
import { requestTokens, type RefreshFailure, type TokenAnswer } from './requestTokens';
import { forgetSession, readSessionValue, storeAdminFlag } from './sessionValues';

/** After a success local storage holds newer tokens. */
type RefreshOutcome = Outcome<null, RefreshFailure>;

/** Gets newer tokens than the access token that was refused (null: the call had none). */
export type RefreshSession = (refusedToken: string | null) => Promise<RefreshOutcome>;

interface RefreshOptions {
  readonly ports: Ports;
  readonly config: Pick<DeploymentConfig, 'apiUrl'>;
  /** Told after a refusal, when the stored session has been cleared. */
  readonly onRefused: () => void;
}

const REFRESH_LOCK = 'data-manager-refresh';

/**
 * After an answer without tokens the same refresh token is not sent again for so long: it may have been rotated away,
 * and a queue of thousands of files must not ask thousands of times.
 */
const BAD_ANSWER_REST_MS = 10_000;

/**
 * Makes the one refresh of a store: callers who come while it runs share it, and across tabs a lock lets the first
 * refresh while the others find its newer token. Refresh tokens rotate, so a second call with the old one would end
 * the session.
 */
export function createRefreshSession({ ports, config, onRefused }: RefreshOptions): RefreshSession {
  let running: Promise<RefreshOutcome> | undefined;
  let resting:
    { readonly refreshToken: string; readonly untilMs: number; readonly outcome: RefreshOutcome } | undefined;

  const hasNewerThan = (refusedToken: string | null): boolean => {
    const current = readSessionValue(ports, 'access_token');
    return current !== null && current !== refusedToken;
  };

  const refreshLocked = async (refusedToken: string | null): Promise<RefreshOutcome> => {
    if (hasNewerThan(refusedToken)) return success(null);
    const refreshToken = readSessionValue(ports, 'refresh_token');
    if (refreshToken === null) return refuse();
    const answer = await requestTokens(ports, config.apiUrl, refreshToken);
    // A logout or a new login in the meantime is the later word.
    if (readSessionValue(ports, 'refresh_token') !== refreshToken) {
      return hasNewerThan(refusedToken) ? success(null) : failed({ kind: 'unauthorized' });
    }
    if (answer.ok) {
      keepTokens(ports, answer.value);
      return success(null);
    }
    if (answer.failure.kind === 'unauthorized') return refuse();
    if (answer.failure.kind === 'bad-answer') {
      resting = { refreshToken, untilMs: ports.clock.now() + BAD_ANSWER_REST_MS, outcome: answer };
    }
    return answer;
  };

  const refuse = (): RefreshOutcome => {
    forgetSession(ports);
    onRefused();
    return failed({ kind: 'unauthorized' });
  };

  const restingOutcome = (): RefreshOutcome | undefined => {
    if (resting === undefined || ports.clock.now() >= resting.untilMs) return undefined;
    return readSessionValue(ports, 'refresh_token') === resting.refreshToken ? resting.outcome : undefined;
  };

  return async (refusedToken) => {
    if (running !== undefined) return running;
    if (hasNewerThan(refusedToken)) return success(null);
    const known = restingOutcome();
    if (known !== undefined) return known;
    ports.toast(REFRESHING_WORDS, 'error');
    running = ports.locks
      .exclusive(REFRESH_LOCK, () => refreshLocked(refusedToken))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
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
