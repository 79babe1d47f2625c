import { readTokenPayload } from './tokenPayload';

/** The latest moment for a refresh ahead of the end: background tabs may look at the clock once a minute only. */
const MARGIN_MS = 5 * 60_000;
/** A token that lives too short a time for that margin is renewed while this fraction of its life is left. */
const MARGIN_FRACTION = 1 / 4;
/** A time that lies further than this before the token was made: the clock was set anew, and is not merely late. */
const CLOCK_WAS_SET_MS = 60_000;

/** When a token was made and when it ends, milliseconds since 1970 by the clock of whoever made it. */
export interface TokenLife {
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** `due`: the token ends soon, or has ended. */
export type RefreshTiming = { readonly kind: 'due' } | { readonly kind: 'later'; readonly waitMs: number };

/** From `iat` and `exp` (RFC 7519); undefined where a token does not tell both. */
export function readTokenLife(token: string): TokenLife | undefined {
  const { iat, exp } = readTokenPayload(token);
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return undefined;
  return { issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
}

/**
 * Whether it is time to refresh, before the server refuses the token.
 * @param serverNowMs the time by the clock that made the token
 */
export function decideRefresh({ issuedAtMs, expiresAtMs }: TokenLife, serverNowMs: number): RefreshTiming {
  if (serverNowMs < issuedAtMs - CLOCK_WAS_SET_MS) return { kind: 'due' };
  const marginMs = Math.min(MARGIN_MS, (expiresAtMs - issuedAtMs) * MARGIN_FRACTION);
  const waitMs = expiresAtMs - marginMs - serverNowMs;
  return waitMs > 0 ? { kind: 'later', waitMs } : { kind: 'due' };
}

/** How far the server's clock is ahead of the client's, milliseconds, known from a token that was made just now. */
export function learnClockOffset({ issuedAtMs }: TokenLife, receivedAtMs: number): number {
  return issuedAtMs - receivedAtMs;
}

/**
 * The same for a token of unknown age, which was seen first at that moment. A token is never younger than nothing, so a
 * clock that is behind shows. One that is ahead looks like an older token: the refresh then comes too early, once, and
 * brings a token that was made just now.
 */
export function guessClockOffset(life: TokenLife, firstSeenAtMs: number): number {
  return Math.max(0, learnClockOffset(life, firstSeenAtMs));
}
