import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** On a busy machine, an archive can take most of a minute. A test has two. */
const GIVE_UP_AFTER_MS = 90_000;

/** Polls until `look` returns a value and returns that value. Throws an error with `what` after a timeout. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<T> {
  const end = Date.now() + giveUpAfterMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
    await delay(LOOK_EVERY_MS);
  }
}
