import { DOWNLOAD_LIST_KEY } from '@data-manager/domain/constants';
import { decideSession, SESSION_KEYS, type SessionKey, type SessionValues } from '@data-manager/domain/session/session';
import { isAdminToken } from '@data-manager/domain/session/token';
import type { Ports } from '../platform/ports';

/** Local-storage key of the admin flag: `true` or absent. */
const IS_ADMIN_KEY = 'isAdmin';
/** Local-storage key of the login's time, ISO-8601 UTC. */
const LOGIN_TIME_KEY = 'time';
/** Local-storage key of the latest refresh's time, ISO-8601 UTC. Absent until the first refresh after a login. */
const REFRESH_TIME_KEY = 'refreshed-at';

type Storages = Pick<Ports, 'localStorage' | 'cookies' | 'clock'>;

/** Reads the session values from the cookies. */
export function readCookieValues(ports: Pick<Ports, 'cookies'>): Partial<SessionValues> {
  return collect((key) => ports.cookies.get(key));
}

/** Reads the session values from local storage. */
export function readStoredValues(ports: Pick<Ports, 'localStorage'>): Partial<SessionValues> {
  return collect((key) => ports.localStorage.get(key) ?? undefined);
}

/** Reads one value of the current session from local storage. */
export function readSessionValue(ports: Pick<Ports, 'localStorage'>, key: SessionKey): string | null {
  return ports.localStorage.get(key);
}

/** Returns true if the signed-in user is an admin. */
export function readAdminFlag(ports: Pick<Ports, 'localStorage'>): boolean {
  return ports.localStorage.get(IS_ADMIN_KEY) === 'true';
}

/** Returns when the current tokens arrived, in milliseconds since 1970 by the local clock; undefined if unknown. */
export function readTokenArrival({ localStorage }: Pick<Ports, 'localStorage'>): number | undefined {
  const arrival = Date.parse(localStorage.get(REFRESH_TIME_KEY) ?? localStorage.get(LOGIN_TIME_KEY) ?? '');
  return Number.isNaN(arrival) ? undefined : arrival;
}

/** Copies the session values of a login to local storage and stamps the time. */
export function storeSession(ports: Storages, values: SessionValues, isAdmin: boolean): void {
  storeValues(ports, values, isAdmin);
  ports.localStorage.set(LOGIN_TIME_KEY, new Date(ports.clock.now()).toISOString());
  ports.localStorage.remove(REFRESH_TIME_KEY);
}

/** Tokens from a refresh. Absent tokens keep their old values. */
export interface RefreshedTokens extends Partial<Record<SessionKey, string | null | undefined>> {
  readonly id_token: string;
  /** Domain of the cookies. */
  readonly domain?: string | null | undefined;
}

/** Stores the tokens of a refresh in cookies and local storage. */
export function storeTokens({ localStorage, cookies, clock }: Storages, tokens: RefreshedTokens): void {
  // Before the tokens, so that another tab that reads the new tokens also reads their time of arrival.
  localStorage.set(REFRESH_TIME_KEY, new Date(clock.now()).toISOString());
  for (const key of SESSION_KEYS) {
    const value = tokens[key];
    if (!value) continue;
    cookies.set(key, value, tokens.domain ?? undefined);
    localStorage.set(key, value);
  }
  storeAdminFlag({ localStorage }, isAdminToken(tokens.id_token));
}

/**
 * Copies newer values of the same user from the cookies. All tabs see new cookies immediately, whereas local storage is
 * cached by process: another tab's values may arrive a moment later.
 *
 * @returns false if the cookies belong to another user; the session check has to handle that first
 */
export function copyNewerCookies(ports: Pick<Ports, 'localStorage' | 'cookies'>): boolean {
  const stored = readStoredValues(ports);
  const decision = decideSession(readCookieValues(ports), stored);
  if (decision.kind === 'lost' || !decision.isNew) return true;
  const { values, owner } = decision;
  if (values.sponsor_id !== stored.sponsor_id || values.user_id !== stored.user_id) return false;
  storeValues(ports, values, owner.isAdmin);
  return true;
}

function storeValues(ports: Pick<Ports, 'localStorage'>, values: SessionValues, isAdmin: boolean): void {
  for (const key of SESSION_KEYS) ports.localStorage.set(key, values[key]);
  storeAdminFlag(ports, isAdmin);
}

function storeAdminFlag({ localStorage }: Pick<Ports, 'localStorage'>, isAdmin: boolean): void {
  if (isAdmin) localStorage.set(IS_ADMIN_KEY, 'true');
  else localStorage.remove(IS_ADMIN_KEY);
}

/** Clears local storage except for the download list. */
export function clearStoredSession(ports: Pick<Ports, 'localStorage'>): void {
  for (const key of ports.localStorage.keys()) {
    if (key !== DOWNLOAD_LIST_KEY) ports.localStorage.remove(key);
  }
}

/** Removes the session from local storage and cookies. */
export function forgetSession(ports: Pick<Ports, 'localStorage' | 'cookies'>): void {
  clearStoredSession(ports);
  for (const key of SESSION_KEYS) ports.cookies.remove(key);
}

function collect(read: (key: SessionKey) => string | undefined): Partial<SessionValues> {
  const found: Partial<Record<SessionKey, string>> = {};
  for (const key of SESSION_KEYS) {
    const value = read(key);
    if (value !== undefined && value !== '') found[key] = value;
  }
  return found;
}
