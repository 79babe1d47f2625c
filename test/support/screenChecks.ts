import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { findCrushed, findMotion, findOverhang, findUnseen } from './looks';
import { settled, switchColourScheme } from './settled';

/** WCAG 2.2, levels A and AA. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The docked panel may cover part of a control. Scrolling the page uncovers it. */
const UNDER_THE_DOCK = 'insufficient size because it is partially obscured';

/** Later rows look like the first three and would take most of the time. */
const FURTHER_ROWS = '[role="row"]:nth-child(n + 4)';

const OPEN_DIALOG = '[role="dialog"][aria-modal="true"]';
const TOASTS = '.toastPlace';

async function newAxe(page: Page): Promise<AxeBuilder> {
  // Each run would evaluate the script of axe twice, which takes as long as checking a small screen.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // Legacy mode does not open another page for the results. The app has no frames.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'undefined' }) })
    .options({ resultTypes: ['violations'] })
    .exclude(FURTHER_ROWS)
    .setLegacyMode(true);
  // The page below an open dialog is inert, and is checked when it is visited without the dialog.
  return (await page.locator(OPEN_DIALOG).count()) > 0 ? axe.include(`${OPEN_DIALOG}, ${TOASTS}`) : axe;
}

/** Returns one line per violation: rule, impact, element and summary. */
async function findBarriers(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze();
  return violations
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} (${impact ?? ''}): ${target.join(' ')} ${failureSummary}`),
    )
    .filter((line) => !line.includes(UNDER_THE_DOCK));
}

/**
 * Checks all rules in the current colour scheme, and in the other one only the contrast: nothing else differs. Leaves the page in
 * the other scheme, because switching takes about as long as the check.
 */
async function findInBothSchemes(page: Page): Promise<readonly string[]> {
  const inCurrent = await findBarriers((await newAxe(page)).withTags(STANDARD));
  const current = await page.locator('html').getAttribute('data-mantine-color-scheme');
  // The viewer is always dark.
  if (current === null) return inCurrent;
  const other = current === 'dark' ? 'light' : 'dark';
  await switchColourScheme(page, other);
  const inOther = await findBarriers((await newAxe(page)).withRules(['color-contrast']));
  return [...inCurrent, ...inOther.map((line) => `in the ${other} scheme, ${line}`)];
}

/** Resizes the window, unless it is in full screen, where its size is fixed. */
async function resize(page: Page, width: number): Promise<void> {
  if (await page.evaluate(() => document.fullscreenElement !== null)) return;
  await page.setViewportSize({ width, height: 640 });
  await settled(page);
}

/** Checks common window widths. 640 and 320 px equal a window of 1280 px at 200% and 400% zoom. */
async function findNarrow(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of [1024, 768, 640, 320]) {
    await resize(page, width);
    // An open menu moves to its new position after the page has been laid out.
    const fits = expect.poll(() => findOverhang(page), { timeout: 3_000 }).toEqual([]);
    await fits.catch(async () => found.push(...(await findOverhang(page))));
    found.push(...(await findCrushed(page)));
  }
  return found;
}

/** Checks the page with forced colours (contrast themes). */
async function findLost(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  await settled(page);
  const unseen = await findUnseen(page);
  await page.emulateMedia({ forcedColors: 'none' });
  await settled(page);
  return unseen;
}

/**
 * Returns the problems of a screen in both colour schemes, in narrow windows, with forced colours, and with reduced motion. Ends in
 * the narrowest window.
 */
export async function findProblems(page: Page): Promise<readonly string[]> {
  await resize(page, 1280);
  const inSchemes = await findInBothSchemes(page);
  const narrow = await findNarrow(page);
  return [...inSchemes, ...narrow, ...(await findLost(page)), ...(await findMotion(page))];
}
