import { isRecord } from '@data-manager/lib/isRecord';

/** Tokens are refreshed this long before they expire: the timers of a background tab may fire only once a minute. */
const MARGIN_MS = 5 * 60_000;
/** Short-lived tokens are refreshed when this fraction of their lifetime is left. */
const MARGIN_FRACTION = 1 / 4;

/** Returns true if an ID token claims `custom:isAdmin` (a boolean, or text in any case). */
export function isAdminToken(idToken: string): boolean {
  const claim = readPayload(idToken)['custom:isAdmin'];
  return claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true');
}

/** Returns the name of the user that an ID token identifies, otherwise their email address, if it contains either. */
export function userNameOf(idToken: string): string | undefined {
  const { name, email } = readPayload(idToken);
  return [name, email].find((claim): claim is string => typeof claim === 'string' && claim.trim() !== '');
}

/**
 * Returns the milliseconds until a token should be refreshed, zero or less if that is due, and undefined if the token
 * does not state its lifetime. Only the lifetime is taken from the token: the clock of the server may differ from ours.
 *
 * @param receivedAtMs by the local clock; if it is unknown or in the future, a refresh is due
 */
export function timeUntilRefresh(token: string, receivedAtMs: number | undefined, nowMs: number): number | undefined {
  const { iat, exp } = readPayload(token);
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return undefined;
  if (receivedAtMs === undefined || receivedAtMs > nowMs) return 0;
  const lifetimeMs = (exp - iat) * 1_000;
  return receivedAtMs + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs * MARGIN_FRACTION) - nowMs;
}

/** Returns the payload of a JWT without verifying it, or an empty object if it can't be read. */
function readPayload(token: string): Readonly<Record<string, unknown>> {
  const [, encoded] = token.split('.');
  if (encoded === undefined) return {};
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(payload) ? payload : {};
  } catch {
    return {};
  }
}
