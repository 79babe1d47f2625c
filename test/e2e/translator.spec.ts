import { expect } from '@playwright/test';
import { SCREEN_GROUPS, walkScreens } from '../support/everyScreen';
import { translatePages } from '../support/pageTranslator';
import { settled } from '../support/settled';
import { ACME_MEMBER } from '../support/walkLogin';
import { signInAs, test } from './support';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });

/** What React throws if it no longer finds a text that it rendered. */
const FOREIGN_DOM = /NotFoundError|not a child of this node/;

for (const group of SCREEN_GROUPS) {
  test(`the screens of the group “${group}” stay up to date while the browser translates them, except names, values, paths, counts and codes`, async ({
    page,
    context,
    backend,
    disk,
  }) => {
    const errors: string[] = [];
    context.on('console', (message) => {
      if (FOREIGN_DOM.test(message.text())) errors.push(message.text());
    });
    const found = await translatePages(page);
    page.setDefaultTimeout(30_000);
    await walkScreens(group, { page, appUrl: backend.appUrl, disk, visit: () => settled(page) });
    expect({ ...found, errors }).toEqual({ lost: [], translated: [], errors: [] });
  });
}

test('the values under the pointer follow it, and a search can be cleared, while the browser translates the page', async ({
  page,
  backend,
}) => {
  const found = await translatePages(page);
  await signInAs(page, backend, ACME_MEMBER, '/acme/mouse-brain-atlas/TC042?section=1');
  await expect(page.getByRole('application', { name: 'Picture' })).toHaveAttribute('aria-busy', 'false');
  const picture = await page.getByRole('application', { name: 'Picture' }).boundingBox();
  const readout = page.getByLabel('Values under the pointer');
  const shown = new Set<string>();
  for (const part of [0.45, 0.55]) {
    await page.mouse.move(
      (picture?.x ?? 0) + (picture?.width ?? 0) * part,
      (picture?.y ?? 0) + (picture?.height ?? 0) / 2,
    );
    await expect(readout).toHaveText(/^\d+, \d+.* \d+$/);
    shown.add((await readout.textContent()) ?? '');
  }
  expect(shown.size).toBe(2);

  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('nowhere');
  await expect(page.getByText('No matching files')).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('checkbox', { name: 'TC042_S000001_L01_ch01.tif' })).toBeVisible();
  expect(found.lost).toEqual([]);
});
