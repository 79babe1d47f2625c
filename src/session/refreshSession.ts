import type { DeploymentConfig } from '../domain/deployment/deploymentConfig';
import { ERROR_CATALOGUE } from '../domain/failures/errorCatalogue';
import { err, ok, type Result } from '../lib/result';
import type { Ports } from '../platform/ports';
import { requestTokens, type RefreshFailure, type TokenReply } from './requestTokens';
import { readRefreshTiming } from './serverClock';
import { forgetSession, readSessionValue, takeOverCookies } from './sessionValues';
import { storeTokens } from './storeTokens';

/** After a success local storage holds newer tokens. */
type RefreshOutcome = Result<null, RefreshFailure>;

/** Gets newer tokens than the access token that was refused (null: the call had none). */
export type RefreshSession = (refusedToken: string | null) => Promise<RefreshOutcome>;

/** Gets newer tokens if those that are there end soon. Resolves with the milliseconds until it is to be asked again. */
export type RefreshAhead = () => Promise<number>;

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

/** The clock is looked at so often while tokens are renewed ahead: a timer does not run while the computer sleeps. */
const LOOK_MS = 60_000;

/**
 * Makes the one refresh of a store: callers who come while it runs share it, and across tabs a lock lets the first
 * refresh while the others find its newer token. Refresh tokens rotate, so a second call with the old one would end
 * the session. The person is told by the tab that asks, after a call was refused and not ahead of that.
 */
export function createTokenRefresh({ ports, config, onRefused }: RefreshOptions) {
  let running: Promise<RefreshOutcome> | undefined;
  let resting:
    { readonly refreshToken: string; readonly untilMs: number; readonly outcome: RefreshOutcome } | undefined;
  let aheadRestsUntilMs = 0;

  const hasNewerThan = (refusedToken: string | null): boolean => {
    const current = readSessionValue(ports, 'access_token');
    return current !== null && current !== refusedToken;
  };

  const isDue = (): boolean => readRefreshTiming(ports)?.kind === 'due';

  const refreshLocked = async (isWanted: () => boolean, onAsking: () => void): Promise<RefreshOutcome> => {
    if (!takeOverCookies(ports)) return err({ kind: 'unauthorized' });
    if (!isWanted()) return ok(null);
    const refreshToken = readSessionValue(ports, 'refresh_token');
    if (refreshToken === null) return refuse();
    const cookie = ports.cookies.get('refresh_token');
    onAsking();
    const { outcome, restMs } = await requestTokens(ports, config.apiUrl, refreshToken);
    // A logout or a new login in the meantime is the later word.
    if (readSessionValue(ports, 'refresh_token') !== refreshToken || ports.cookies.get('refresh_token') !== cookie) {
      return isWanted() ? err({ kind: 'unauthorized' }) : ok(null);
    }
    return settle({ outcome, restMs }, refreshToken);
  };

  const settle = ({ outcome, restMs = 0 }: TokenReply, refreshToken: string): RefreshOutcome => {
    if (outcome.ok) {
      storeTokens(ports, outcome.value);
      return ok(null);
    }
    if (outcome.failure.kind === 'unauthorized') return refuse();
    const rest = outcome.failure.kind === 'bad-answer' ? BAD_ANSWER_REST_MS : restMs;
    resting = { refreshToken, untilMs: ports.clock.now() + rest, outcome };
    return outcome;
  };

  const refuse = (): RefreshOutcome => {
    forgetSession(ports);
    onRefused();
    return err({ kind: 'unauthorized' });
  };

  const restingOutcome = (): RefreshOutcome | undefined => {
    if (resting === undefined || ports.clock.now() >= resting.untilMs) return undefined;
    return readSessionValue(ports, 'refresh_token') === resting.refreshToken ? resting.outcome : undefined;
  };

  const run = (...args: Parameters<typeof refreshLocked>): Promise<RefreshOutcome> => {
    running = ports.locks
      .exclusive(REFRESH_LOCK, () => refreshLocked(...args))
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const refreshSession: RefreshSession = async (refusedToken) => {
    if (running !== undefined) return running;
    if (hasNewerThan(refusedToken)) return ok(null);
    return (
      restingOutcome() ??
      run(
        () => !hasNewerThan(refusedToken),
        () => ports.toast(ERROR_CATALOGUE.unauthorized.text, 'error'),
      )
    );
  };

  const refreshAhead: RefreshAhead = async () => {
    const canAsk = ports.clock.now() >= aheadRestsUntilMs && restingOutcome() === undefined;
    if (isDue() && (running !== undefined || canAsk)) {
      aheadRestsUntilMs = ports.clock.now() + LOOK_MS;
      await (running ?? run(isDue, () => undefined));
      if (!isDue()) aheadRestsUntilMs = 0;
    }
    const timing = readRefreshTiming(ports);
    return timing?.kind === 'later' ? Math.min(timing.waitMs, LOOK_MS) : LOOK_MS;
  };

  return { refreshSession, refreshAhead };
}

/** The same from a saga: a recording knows what sagas wait for by the function that they call. */
export function askForRefresh(refreshAhead: RefreshAhead): Promise<number> {
  return refreshAhead();
}
