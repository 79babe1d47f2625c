import { expect, type Locator } from '@playwright/test';
import { ACME_ADMIN } from '../support/walkLogin';
import { cutCode, screenError, signInAs, test } from './support';

/** Returns true if nothing covers the element at its center, edges and corners. */
function isUncovered(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
      [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [x, y] as const),
    );
    return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
}

test.beforeEach(async ({ page, backend }) => {
  await signInAs(page, backend, ACME_ADMIN, '/');
  await expect(page.getByRole('link', { name: 'mouse-brain-atlas' })).toBeVisible();
});

test('a screen whose code fails to load shows an error in its place, and Try again loads it', async ({ page }) => {
  const restoreCode = await cutCode(page);
  await page.getByRole('link', { name: 'mouse-brain-atlas' }).click();
  const fallback = screenError(page);
  await expect(fallback).toContainText('you are offline, or a newer version of the app was installed');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(fallback.getByRole('button', { name: 'Reload' })).toBeVisible();
  restoreCode();
  await fallback.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'TC042' })).toBeVisible();
  await expect(fallback).toHaveCount(0);
});

test('error toasts do not cover an open dialog in small and large windows', async ({ page }) => {
  let rejections = 0;
  let submits = 0;
  await page.route('**/project', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    rejections += 1;
    return route.fulfill({
      status: 400,
      json: { msg: `The disk is full, said the server for time ${rejections}` },
    });
  });
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await title.fill('livers');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('one\ntwo\nthree\nfour\nfive');
  const parts = [
    dialog.getByRole('heading', { name: 'New project' }),
    ...['Close', 'Cancel', 'Create'].map((name) => dialog.getByRole('button', { name })),
  ];
  for (const [width, height] of [
    [360, 740],
    [360, 420],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (let submit = 1; submit <= 3; submit += 1) {
      await expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled();
      await title.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: `for time ${(submits += 1)}` })).toBeVisible();
      // Toasts stay while the window is in the background.
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    }
    for (const part of parts) {
      await part.scrollIntoViewIfNeeded();
      await expect.poll(() => isUncovered(part)).toBe(true);
    }
  }
});

test('toasts leave half of a low window to an open dialog', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  let rejections = 0;
  await page.route('**/project', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { msg: `Refused for time ${(rejections += 1)}` } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await title.fill('livers');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('one\ntwo\nthree\nfour\nfive');
  for (let submit = 1; submit <= 4; submit += 1) {
    await title.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: `for time ${submit}` })).toBeVisible();
    // Toasts stay while the window is in the background.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect(dialog.getByRole('button', { name: 'Create' })).toBeEnabled();
  }
  await expect(page.getByRole('alert')).toHaveCount(2);
  await expect.poll(() => dialog.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(225);
});
