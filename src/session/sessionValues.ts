import { DOWNLOAD_LIST_KEY } from '../domain/constants';
import { decideSession, SESSION_KEYS, type SessionKey, type SessionValues } from '../domain/session/session';
import type { Ports } from '../platform/ports';

/** Local-storage key of the admin flag; `true` or absent. */
const IS_ADMIN_KEY = 'isAdmin';
/** Local-storage key of the login's time, ISO-8601 UTC. */
const LOGIN_TIME_KEY = 'time';

type Storages = Pick<Ports, 'localStorage' | 'cookies' | 'clock'>;

/** The session values that the cookies hold. */
export function readCookieValues(ports: Pick<Ports, 'cookies'>): Partial<SessionValues> {
  return collect((key) => ports.cookies.get(key));
}

/** The session values that the local storage holds. */
export function readStoredValues(ports: Pick<Ports, 'localStorage'>): Partial<SessionValues> {
  return collect((key) => ports.localStorage.get(key) ?? undefined);
}

/** One value of the running session, from local storage; null when there is none. */
export function readSessionValue(ports: Pick<Ports, 'localStorage'>, key: SessionKey): string | null {
  return ports.localStorage.get(key);
}

/** Whether the signed-in person is an admin. */
export function readAdminFlag(ports: Pick<Ports, 'localStorage'>): boolean {
  return ports.localStorage.get(IS_ADMIN_KEY) === 'true';
}

/** When the session was found, milliseconds since 1970; undefined where that is not known. */
export function readLoginTime(ports: Pick<Ports, 'localStorage'>): number | undefined {
  const time = Date.parse(ports.localStorage.get(LOGIN_TIME_KEY) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Copies a session to local storage, with the login's time. */
export function storeSession(ports: Storages, values: SessionValues, isAdmin: boolean): void {
  storeValues(ports, values, isAdmin);
  ports.localStorage.set(LOGIN_TIME_KEY, new Date(ports.clock.now()).toISOString());
}

/**
 * Copies newer values of the same person from the cookies. All tabs see those at once, while what another tab has put
 * into local storage may reach this one a moment later (storage is cached by process). False where the cookies are
 * somebody else's: the check of the session has to find them first.
 */
export function takeOverCookies(ports: Pick<Ports, 'localStorage' | 'cookies'>): boolean {
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

/** Keeps the admin flag, or removes it. */
export function storeAdminFlag(ports: Pick<Ports, 'localStorage'>, isAdmin: boolean): void {
  if (isAdmin) ports.localStorage.set(IS_ADMIN_KEY, 'true');
  else ports.localStorage.remove(IS_ADMIN_KEY);
}

/** Clears local storage of everything but the download list. */
export function clearStoredSession(ports: Pick<Ports, 'localStorage'>): void {
  for (const key of ports.localStorage.keys()) {
    if (key !== DOWNLOAD_LIST_KEY) ports.localStorage.remove(key);
  }
}

/** Clears the session out of local storage and cookies. */
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
