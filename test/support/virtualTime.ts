import { setImmediate } from 'node:timers/promises';

/** Maximum virtual time to wait. */
const REST_WITHIN_MS = 60 * 60_000;

/** Advances fake timers until the condition is true. Returns false if no timers are left or the time is up. */
export async function passUntil(isSo: () => boolean): Promise<boolean> {
  const end = Date.now() + REST_WITHIN_MS;
  for (;;) {
    // Runs all pending microtasks and I/O callbacks.
    await setImmediate();
    if (isSo()) return true;
    if (jest.getTimerCount() === 0 || Date.now() > end) return false;
    jest.advanceTimersToNextTimer();
  }
}

/** Advances fake timers by a duration. */
export async function pass(milliseconds: number): Promise<void> {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, milliseconds);
  await passUntil(() => isOver);
}
