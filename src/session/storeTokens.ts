import { isAdminToken, SESSION_KEYS, type SessionKey } from '../domain/session/session';
import type { Ports } from '../platform/ports';
import type { TokenAnswer } from './requestTokens';
import { noteClockOffset } from './serverClock';
import { storeAdminFlag } from './sessionValues';

/** Keeps what a refresh has brought, in cookies and local storage; what it has not brought stays as it is. */
export function storeTokens(ports: Pick<Ports, 'localStorage' | 'cookies' | 'clock'>, answer: TokenAnswer): void {
  // Before the token: whichever tab finds that one knows the clock that it goes by.
  noteClockOffset(ports, answer.access_token);
  const brought: Partial<Record<SessionKey, string | null | undefined>> = answer;
  for (const key of SESSION_KEYS) {
    const value = brought[key];
    if (!value) continue;
    ports.cookies.set(key, value, answer.domain ?? undefined);
    ports.localStorage.set(key, value);
  }
  storeAdminFlag(ports, isAdminToken(answer.id_token));
}
