import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { walkEveryScreen } from '../support/everyScreen';
import { test } from './support';

/** WCAG 2.2, levels A and AA. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on the page, a line a finding: rule, how bad, where. */
async function findBarriers(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} (${impact ?? ''}): ${target.join(' ')} ${failureSummary}`),
  );
}

/** How far the page can be scrolled sideways, px. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test.describe('every screen and state', () => {
  // A walk looks at more than twenty of them.
  test.slow();
  let disk: string;

  test.beforeEach(() => {
    disk = fs.mkdtempSync(path.join(os.tmpdir(), 'data-manager-e2e-'));
  });
  test.afterEach(() => {
    fs.rmSync(disk, { recursive: true, force: true });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no barrier that axe finds, in ${colorScheme}`, async ({ browser, backend }) => {
      const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', baseURL: backend.appUrl });
      const page = await context.newPage();
      const found: Record<string, readonly string[]> = {};
      const visit = async (name: string): Promise<void> => {
        const barriers = await findBarriers(page);
        if (barriers.length > 0) found[name] = barriers;
      };
      await walkEveryScreen({ page, appUrl: backend.appUrl, disk, visit });
      await context.close();
      expect(found).toEqual({});
    });
  }

  test('fits 320 px without scrolling sideways, which is 1280 px at four times the size', async ({
    browser,
    backend,
  }) => {
    const viewport = { width: 320, height: 640 };
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', baseURL: backend.appUrl });
    const page = await context.newPage();
    const found: Record<string, number> = {};
    const visit = async (name: string): Promise<void> => {
      const pixels = await overhang(page);
      if (pixels > 0) found[name] = pixels;
    };
    await walkEveryScreen({ page, appUrl: backend.appUrl, disk, visit });
    await context.close();
    expect(found).toEqual({});
  });
});
