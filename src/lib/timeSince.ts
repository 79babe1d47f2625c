/**
 * Returns the milliseconds since a stored time. A time that lies in the future was stored before the clock was set back: how long
 * ago is unknown, so what waits for it is due.
 */
export function timeSince(stored: number, now: number): number {
  return stored > now ? Number.POSITIVE_INFINITY : now - stored;
}
