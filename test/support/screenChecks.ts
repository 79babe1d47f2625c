import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { findCut } from './findCut';
import {
  findCrookedMarks,
  findCrushed,
  findCutBars,
  findMotion,
  findOverhang,
  findUnseen,
  findUnstyled,
} from './looks';
import { settled, switchColourScheme } from './settled';

/** Rules of WCAG 2.2 that axe does not check by default: 2.5.3, level A, and 2.5.8, level AA. */
const FURTHER_RULES = ['label-content-name-mismatch', 'target-size'];

/** A page has its heading once it has loaded. */
const HEADING_RULE = 'page-has-heading-one';
const LOADING = '[data-loading="true"], .mantine-Skeleton-root, main [role="status"] .mantine-Loader-root';

/** The docked panel may cover part of a control. Scrolling the page uncovers it. */
const UNDER_THE_DOCK = 'insufficient size because it is partially obscured';

/** Later rows look like the first three and would take most of the time. */
const FURTHER_ROWS = '[role="row"]:nth-child(n + 4)';

const OPEN_DIALOG = '[role="dialog"][aria-modal="true"]';
const TOASTS = '.toastPlace';

/** Large parts of screens, which often stay the same from one state to the next. */
const PARTS = 'header, nav, form, section, [role="region"], [role="grid"], [role="application"]';
const CHECKED = 'data-checked';

/** What axe has checked on a page: parts by their HTML for all rules, and by their HTML and colours for contrast. */
const checkedParts = new WeakMap<Page, Set<string>>();

/** Marks the parts that look the same as in an earlier check of the page, so that axe can skip them. */
async function markChecked(page: Page, rules: 'all rules' | 'contrast'): Promise<void> {
  const checked = checkedParts.get(page) ?? new Set();
  checkedParts.set(page, checked);
  const root = (await page.locator(OPEN_DIALOG).count()) > 0 ? OPEN_DIALOG : 'body';
  const shown = await page.evaluate(
    ({ selector, attribute, known, isContrastOnly }) => {
      const hashOf = (text: string): string => {
        let [hash, other] = [0, 0];
        for (let at = 0; at < text.length; at += 1) {
          hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
          other = (Math.imul(other, 33) ^ text.charCodeAt(at)) | 0;
        }
        return `${text.length} ${hash} ${other}`;
      };
      const keysOf = (part: Element): readonly string[] => {
        // Generated ids differ whenever a part is mounted.
        const html = part.outerHTML.replace(/_r_\w+_|mantine-\w{9}/g, '');
        const colours: string[] = [];
        for (let at: Element | null = part; at !== null; at = at.parentElement) {
          const { color, backgroundColor } = getComputedStyle(at);
          colours.push(color, backgroundColor);
        }
        const inColours = hashOf(`${colours.join()} ${html}`);
        return isContrastOnly ? [inColours] : [inColours, hashOf(html)];
      };
      for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute);
      const parts = [...document.querySelectorAll(selector)].map((part) => [part, keysOf(part)] as const);
      for (const [part, keys] of parts) {
        if (keys.every((key) => known.includes(key))) part.setAttribute(attribute, '');
      }
      return parts.flatMap(([, keys]) => keys);
    },
    {
      selector: `:is(${root}) :is(${PARTS})`,
      attribute: CHECKED,
      known: [...checked],
      isContrastOnly: rules === 'contrast',
    },
  );
  for (const key of shown) checked.add(key);
}

async function newAxe(page: Page, rules: 'all rules' | 'contrast'): Promise<AxeBuilder> {
  await markChecked(page, rules);
  // Otherwise each run would evaluate the script of axe twice, which takes as long as checking a small screen.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // Legacy mode does not open another page for the results: the app has no frames. By default, axe fetches the style sheets of
  // the page again at each run, which none of the rules reads.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'undefined' }) })
    .options({
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
      rules: {
        ...Object.fromEntries(FURTHER_RULES.map((rule) => [rule, { enabled: true }])),
        [HEADING_RULE]: { enabled: (await page.locator(LOADING).count()) === 0 },
      },
    })
    .exclude(FURTHER_ROWS)
    .exclude(`[${CHECKED}]`)
    .setLegacyMode(true);
  if (rules === 'contrast') axe.withRules(['color-contrast']);
  // The page below an open dialog is inert, and is checked when it is visited without the dialog.
  return (await page.locator(OPEN_DIALOG).count()) > 0 ? axe.include(`${OPEN_DIALOG}, ${TOASTS}`) : axe;
}

/** Menus open at the end of the document, outside its landmarks. Their buttons lead to them. */
function isMenuOutsideLandmarks(rule: string, html: string): boolean {
  return rule === 'region' && html.includes('data-menu-item');
}

/** Returns one line per violation: rule, impact, element and summary. */
async function findBarriers(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze();
  return violations
    .flatMap(({ id, impact, nodes }) =>
      nodes
        .filter(({ html }) => !isMenuOutsideLandmarks(id, html))
        .map(({ target, failureSummary = '' }) => `${id} (${impact ?? ''}): ${target.join(' ')} ${failureSummary}`),
    )
    .filter((line) => !line.includes(UNDER_THE_DOCK));
}

/**
 * Checks the default rules of axe and a few more in the current colour scheme, and in the other one only the contrast: nothing else
 * differs. Leaves the page in the other scheme, because switching takes about as long as the check.
 */
async function findInBothSchemes(page: Page): Promise<readonly string[]> {
  const inCurrent = await findBarriers(await newAxe(page, 'all rules'));
  const current = await page.locator('html').getAttribute('data-mantine-color-scheme');
  // The viewer is always dark.
  if (current === null) return inCurrent;
  const other = current === 'dark' ? 'light' : 'dark';
  await switchColourScheme(page, other);
  const inOther = await findBarriers(await newAxe(page, 'contrast'));
  return [...inCurrent, ...inOther.map((line) => `in the ${other} scheme, ${line}`)];
}

/** Resizes the window, unless it is in full screen, where its size is fixed. */
async function resize(page: Page, width: number): Promise<void> {
  if (await page.evaluate(() => document.fullscreenElement !== null)) return;
  await page.setViewportSize({ width, height: 640 });
  await settled(page);
}

/** Returns the texts that are cut. In the narrowest window, long names in the rows of lists and transfers may be. */
async function findCutTexts(page: Page): Promise<readonly string[]> {
  const { width = 0 } = page.viewportSize() ?? {};
  const texts = width <= NARROWEST ? [] : await page.evaluate(findCut);
  return texts.map((text) => `${width} px: “${text.slice(0, 80)}” is cut`);
}

/** Returns what remains wrong once the page has been laid out: open menus move, and the heights of rows change. */
async function findLasting(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const isGone = expect.poll(find, { timeout: 3_000 }).toEqual([]);
  return isGone.then(
    () => [],
    () => find(),
  );
}

const NARROWEST = 320;

/** Checks common window widths. 640 and 320 px equal a window of 1280 px at 200% and 400% zoom. */
async function findInWidths(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of [1280, 1024, 768, 640, NARROWEST]) {
    await resize(page, width);
    for (const find of [findOverhang, findCutTexts, findCrookedMarks])
      found.push(...(await findLasting(() => find(page))));
    found.push(...(await findCrushed(page)), ...(await findCutBars(page)));
  }
  return found;
}

/** Checks the page with forced colours (contrast themes). */
async function findLost(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  await settled(page);
  const unseen = await findUnseen(page);
  await page.emulateMedia({ forcedColors: 'none' });
  return unseen;
}

/**
 * Returns the problems of a screen in both colour schemes, in windows of several widths, with forced colours, and with reduced motion, and
 * its components without styles. Ends in the narrowest window.
 */
export async function findProblems(page: Page): Promise<readonly string[]> {
  await resize(page, 1280);
  const inSchemes = await findInBothSchemes(page);
  const unstyled = await findUnstyled(page);
  const inWidths = await findInWidths(page);
  return [...inSchemes, ...unstyled, ...inWidths, ...(await findLost(page)), ...(await findMotion(page))];
}
