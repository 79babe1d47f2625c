import { AxeBuilder } from '@axe-core/playwright';
import { expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { walkEveryScreen } from '../support/everyScreen';
import { findCrushed, findMotion, findOverhang, findUnseen } from '../support/looks';
import { test } from './support';

/** WCAG 2.2, levels A and AA. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Find = (page: Page) => Promise<readonly string[]>;

/** A control that the panel docked below hides in part comes out from under it when the page is scrolled. */
const UNDER_THE_DOCK = 'insufficient size because it is partially obscured';

/** Rows from the fourth on are as those before them, and take most of the time. */
const FURTHER_ROWS = '[role="row"]:nth-child(n + 4)';

function newAxe(page: Page): AxeBuilder {
  // Without a page of its own for the result: there are no frames.
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .exclude(FURTHER_ROWS)
    .setLegacyMode(true);
}

/** What axe finds on the page, a line a finding: rule, how bad, where. */
async function findBarriers(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze();
  return violations
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} (${impact ?? ''}): ${target.join(' ')} ${failureSummary}`),
    )
    .filter((line) => !line.includes(UNDER_THE_DOCK));
}

/** In the light all of the standard; in the dark nothing is another but the colours. */
async function findInBothSchemes(page: Page): Promise<readonly string[]> {
  const inLight = await findBarriers(newAxe(page).withTags(STANDARD));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const inDark = await findBarriers(newAxe(page).withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((line) => `in the dark, ${line}`)];
}

/** On screens of usual widths, the last two as a person has them who enlarges a window of 1280 px twice, and four times. */
async function findNarrow(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of [1024, 768, 640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    // An open menu finds its new place after the page has.
    const settled = expect.poll(() => findOverhang(page), { timeout: 3_000 }).toEqual([]);
    await settled.catch(async () => found.push(...(await findOverhang(page))));
    found.push(...(await findCrushed(page)));
  }
  return found;
}

/** As a person sees it who has chosen the few colours of the screen. */
async function findLost(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const unseen = await findUnseen(page);
  await page.emulateMedia({ forcedColors: 'none' });
  return unseen;
}

// What is found is told by the screen's name: a trace of all of them would cost more than the walk.
test.use({ trace: 'off' });

test.describe('every screen and state', () => {
  // A walk looks at more than seventy of them: two minutes, and more where others work on the machine.
  test.describe.configure({ timeout: 600_000 });

  const walks: readonly (readonly [title: string, options: BrowserContextOptions, find: Find])[] = [
    ['has no barrier that axe finds, in light and in dark', { colorScheme: 'light' }, findInBothSchemes],
    [
      'fits narrow windows and 1280 px at twice and at four times the size, shows all in a person’s own few colours, and stands still',
      { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 },
      async (page) => [...(await findNarrow(page)), ...(await findLost(page)), ...(await findMotion(page))],
    ],
  ];
  for (const [title, options, find] of walks) {
    test(title, async ({ browser, backend, disk }) => {
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce', baseURL: backend.appUrl });
      // What cannot be pressed is told of at once: the test's own time is that of the whole walk.
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      const found: Record<string, readonly string[]> = {};
      const visit = async (name: string): Promise<void> => {
        const here = await find(page);
        if (here.length > 0) found[name] = here;
      };
      await walkEveryScreen({ page, appUrl: backend.appUrl, disk, visit });
      await context.close();
      expect(found).toEqual({});
    });
  }
});
