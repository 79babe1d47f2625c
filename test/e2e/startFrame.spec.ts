import { expect, type Locator, type Page } from '@playwright/test';
import { readShifts, watchShifts } from '../support/layoutShifts';
import { ACME_ADMIN } from '../support/walkLogin';
import { signInAs, test } from './support';

/** Holds all scripts of the page except one. Returns a function that lets them through. */
async function holdScripts(page: Page, exception?: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    if (exception === undefined || !route.request().url().endsWith(exception)) await released;
    await route.fallback();
  });
  return release;
}

/**
 * Returns the places of a header, its logo and the product's name in it, and its colours. The font of the name is compared instead of
 * its width, which differs by fractions of a pixel between browsers.
 */
async function lookOf(header: Locator) {
  const name = header.getByText('Data Manager');
  const font = await name.evaluate((element) => {
    const { fontFamily, fontSize, fontWeight, fontVariantNumeric, lineHeight, letterSpacing } =
      getComputedStyle(element);
    return { fontFamily, fontSize, fontWeight, fontVariantNumeric, lineHeight, letterSpacing };
  });
  const colours = await header.evaluate((element) => {
    const { color, borderBottomColor } = getComputedStyle(element);
    let at: Element | null = element;
    while (at !== null && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement;
    return { color, borderBottomColor, background: at && getComputedStyle(at).backgroundColor };
  });
  const placeOf = async (part: Locator, sides: readonly ('x' | 'y' | 'width' | 'height')[]) => {
    const box = await part.boundingBox();
    return sides.map((side) => Math.round(box?.[side] ?? NaN));
  };
  const all = ['x', 'y', 'width', 'height'] as const;
  const places = [
    placeOf(header, all),
    placeOf(header.locator('svg').first(), all),
    placeOf(name, ['x', 'y', 'height']),
  ];
  return { ...colours, ...font, places: await Promise.all(places) };
}

for (const { system, chosen, width } of [
  { system: 'light', chosen: undefined, width: 1440 },
  { system: 'dark', chosen: undefined, width: 390 },
  { system: 'light', chosen: 'dark', width: 700 },
] as const) {
  const scheme = chosen === undefined ? `the ${system} colours of the system` : `chosen ${chosen} colours`;
  test(`the page shows its frame before the app's scripts, in a window of ${width} px with ${scheme}, and the app takes its place`, async ({
    page,
    context,
    backend,
    baseURL,
  }) => {
    await signInAs(page, backend, ACME_ADMIN);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: system });
    if (chosen !== undefined) await context.addCookies([{ name: 'color-scheme', value: chosen, url: baseURL ?? '' }]);
    await watchShifts(context);
    // Only a script knows which colours the user has chosen.
    const release = await holdScripts(page, chosen && '/colorScheme.js');
    await page.goto('/acme', { waitUntil: 'commit' });
    const frame = page.locator('.startFrame');
    await expect(frame.locator('.startRow')).toHaveCount(8);
    // The document may be parsed before the style sheet has arrived; until then nothing is painted.
    await expect(frame.locator('.startHeader')).toHaveCSS('display', 'flex');
    if (chosen !== undefined) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', chosen);
    const before = await lookOf(frame.locator('.startHeader'));

    release();
    await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
    await expect(frame).toBeHidden();
    expect(before).toEqual(await lookOf(page.getByRole('banner')));
    expect(await readShifts(page)).toEqual([]);
  });
}
