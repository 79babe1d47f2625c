import type { SessionValues } from '../../../src/domain/session/session';
import { aSession, signIn, type FakePorts } from '../../support/fakePorts';
import type { Line } from './faultRunLine';
import type { RefreshFault, Schedule } from './faultRunSchedule';
import type { Script } from './faultRunScript';

const REFRESH_MS = 60;

interface Surroundings {
  readonly schedule: Schedule;
  readonly script: Script;
  readonly line: Line;
}

/** Simulates the identity service: one access token and one refresh token are valid at a time. A refresh replaces both. */
export function createTokens({ schedule, script, line }: Surroundings) {
  let generation = 1;
  let isAccessGood = true;
  let isRefreshGood = true;
  const { access_token: firstAccess, refresh_token: firstRefresh } = aSession();
  const access = (): string => (generation === 1 ? firstAccess : `access-${generation}`);
  const refreshToken = (): string => (generation === 1 ? firstRefresh : `refresh-${generation}`);
  const renew = (): void => {
    generation += 1;
    isAccessGood = true;
    isRefreshGood = true;
  };
  return {
    accepts: (authorization: string) => isAccessGood && authorization === `Bearer ${access()}`,
    expire: () => {
      isAccessGood = false;
    },
    revoke: () => {
      isAccessGood = false;
      isRefreshGood = false;
    },
    /** Handles `POST /auth/token`. Returns undefined if no response reaches the page. */
    refresh: async (given: string): Promise<{ readonly status: number; readonly text: string } | undefined> => {
      const fault = script.next<RefreshFault>('refresh', schedule.refreshes);
      if ((await line.travel(REFRESH_MS)) === 'dropped' || fault === 'dropped') return undefined;
      if (fault === 'status-503') return { status: 503, text: '{}' };
      if (fault === 'garbled') return { status: 200, text: '<html>Welcome to this network</html>' };
      if (!isRefreshGood || given !== refreshToken()) return { status: 401, text: '{"msg":"The session has ended."}' };
      renew();
      const { id_token } = aSession();
      const text = JSON.stringify({ id_token, access_token: access(), refresh_token: refreshToken(), domain: '' });
      return (await line.travel(REFRESH_MS)) === 'dropped' || fault === 'answer-lost'
        ? undefined
        : { status: 200, text };
    },
    /** Signs a user in through the login page, by default the member of `acme`. */
    signInAgain: (ports: FakePorts, who: Partial<SessionValues> = {}): void => {
      renew();
      signIn(ports, { ...who, access_token: access(), refresh_token: refreshToken() });
      ports.control.returnToPage();
    },
  };
}
