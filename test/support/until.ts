import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const GIVE_UP_AFTER_MS = 45_000;

/** Waits until something is so, and gives it; fails with `what` in words where it never is. */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`);
    await delay(LOOK_EVERY_MS);
  }
}
