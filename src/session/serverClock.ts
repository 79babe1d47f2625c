import {
  decideRefresh,
  guessClockOffset,
  learnClockOffset,
  readTokenLife,
  type RefreshTiming,
  type TokenLife,
} from '../domain/session/tokenLife';
import type { Ports } from '../platform/ports';
import { readLoginTime, readSessionValue } from './sessionValues';

/** Local-storage key: milliseconds that the server's clock is ahead of ours. All tabs know it, and a logout clears it. */
const CLOCK_OFFSET_KEY = 'clock-offset';

/** The token that was read last: with each call the same one is asked about, and to read it takes a good part of a call. */
let latest: { readonly token: string; readonly life: TokenLife | undefined } = { token: '', life: undefined };

type Storages = Pick<Ports, 'localStorage' | 'clock'>;

/** Keeps what an access token that was made just now tells of the server's clock. */
export function noteClockOffset(ports: Storages, accessToken: string): void {
  const life = readTokenLife(accessToken);
  if (life === undefined) return;
  ports.localStorage.set(CLOCK_OFFSET_KEY, String(learnClockOffset(life, ports.clock.now())));
}

/** When the session's access token is to be replaced; undefined where it does not tell how long it lives. */
export function readRefreshTiming(ports: Storages): RefreshTiming | undefined {
  const life = lifeOf(readSessionValue(ports, 'access_token') ?? '');
  if (life === undefined) return undefined;
  const nowMs = ports.clock.now();
  const firstSeenAtMs = Math.min(readLoginTime(ports) ?? nowMs, nowMs);
  return decideRefresh(life, nowMs + (readClockOffset(ports) ?? guessClockOffset(life, firstSeenAtMs)));
}

function lifeOf(token: string): TokenLife | undefined {
  if (token !== latest.token) latest = { token, life: readTokenLife(token) };
  return latest.life;
}

function readClockOffset({ localStorage }: Storages): number | undefined {
  const text = localStorage.get(CLOCK_OFFSET_KEY);
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : undefined;
}
