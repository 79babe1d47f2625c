import { expect, type Page } from '@playwright/test';

/** Time that passes between two checks. Short enough for uploads, which take real time. */
const STEP_MS = 4_000;

/**
 * Waits until the document is drawn: two frames have passed, and no transition or finite animation is running. Before
 * that, computed styles mix old and new values.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    do {
      await Promise.allSettled(runningAnimations().map(({ finished }) => finished));
      await nextFrame();
      await nextFrame();
    } while (runningAnimations().length > 0);
  });
}

/** Switches the colour scheme that the page sees, and waits until the page has changed its own. */
export async function switchColourScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await settled(page);
}

/** Lets time pass on a page with an installed clock until a check succeeds. */
export function eventually(page: Page, check: () => Promise<void>): Promise<void> {
  return expect(async () => {
    await page.clock.runFor(STEP_MS);
    await check();
  }).toPass({ intervals: [100] });
}
