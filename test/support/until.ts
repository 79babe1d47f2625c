import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const GIVE_UP_AFTER_MS = 45_000;

/** Polls until `look` returns a value and returns that value. Throws an error with `what` after a timeout. */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
    await delay(LOOK_EVERY_MS);
  }
}
