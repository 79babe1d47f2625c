import { expect, type Page } from '@playwright/test';

/**
 * Waits until what is in the document is also drawn: two frames have passed, and no transition or finite animation is
 * running. Before that, computed styles mix old and new values.
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
