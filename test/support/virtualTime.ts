import { setImmediate } from 'node:timers/promises';

/** Maximum virtual time to wait. */
const REST_WITHIN_MS = 60 * 60_000;

/** Advances fake timers until the condition is true. Returns false if no timers are left or the time is up. */
export async function passUntil(isSo: () => boolean, withinMs = REST_WITHIN_MS): Promise<boolean> {
  const end = Date.now() + withinMs;
  for (;;) {
    // Runs all pending microtasks and I/O callbacks.
    await setImmediate();
    if (isSo()) return true;
    if (jest.getTimerCount() === 0 || Date.now() > end) return false;
    jest.advanceTimersToNextTimer();
  }
}

/**
 * Advances fake timers by a duration. Unlike `jest.advanceTimersByTimeAsync`, it does not wait a real millisecond for each
 * timer.
 */
export async function pass(milliseconds: number): Promise<void> {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, milliseconds);
  await passUntil(() => isOver, Infinity);
  // Timers that are due at the same time.
  jest.advanceTimersByTime(0);
  await setImmediate();
}
