import { setImmediate } from 'node:timers/promises';

/** Virtual time within which everything has to come to rest. */
const REST_WITHIN_MS = 60 * 60_000;

/** Moves virtual time (`jest.useFakeTimers` must be on) from timer to timer; false where it never is so. */
export async function passUntil(isSo: () => boolean): Promise<boolean> {
  const end = Date.now() + REST_WITHIN_MS;
  for (;;) {
    // Everything that takes no time has happened after this.
    await setImmediate();
    if (isSo()) return true;
    if (jest.getTimerCount() === 0 || Date.now() > end) return false;
    jest.advanceTimersToNextTimer();
  }
}

/** Lets so much virtual time go by. */
export async function pass(milliseconds: number): Promise<void> {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, milliseconds);
  await passUntil(() => isOver);
}
