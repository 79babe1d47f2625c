import { expect } from '@playwright/test';
import {
  gzippedKib,
  MOST_FIRST_SCRIPT_KIB,
  NOTE_FIRST_PROJECT,
  SCRIPTS_BEFORE_FIRST_PROJECT,
} from '../support/firstLoad';
import { ACME_ADMIN } from '../support/walkLogin';
import { signInAs, test } from './support';

test('the first load requests no more script than its limit before the projects are in the document', async ({
  page,
  backend,
}) => {
  await signInAs(page, backend, ACME_ADMIN);
  await page.addInitScript(NOTE_FIRST_PROJECT);
  await page.goto('/acme');
  await expect(page.getByRole('row').getByRole('link').first()).toBeVisible();
  // A request appears among the entries when it ends.
  await page.waitForLoadState('networkidle');
  const scripts = await page.evaluate<string[]>(SCRIPTS_BEFORE_FIRST_PROJECT);
  expect(scripts.some((path) => path.includes('/main.'))).toBe(true);
  expect(gzippedKib(scripts)).toBeLessThanOrEqual(MOST_FIRST_SCRIPT_KIB);
});

test('the first scripts carry the hint that has Chromium compile them off the main thread', async ({ page }) => {
  await page.goto('/');
  const scripts = await page.locator('script[defer]').evaluateAll((tags) => tags.map((tag) => tag.getAttribute('src')));
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    const response = await page.request.get(script ?? '');
    const [firstLine] = (await response.text()).split('\n', 1);
    expect(firstLine).toBe('//# allFunctionsCalledOnLoad');
  }
});
