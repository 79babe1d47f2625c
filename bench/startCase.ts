import * as v from 'valibot';
import {
  gzippedKib,
  MOST_FIRST_SCRIPT_KIB,
  NOTE_FIRST_PROJECT,
  SCRIPTS_BEFORE_FIRST_PROJECT,
} from '../test/support/firstLoad';
import type { Browser } from './browser';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

/** CPU slowdown of a phone or an old laptop. */
const SLOWDOWN = 4;
/** Maximum Largest Contentful Paint rated as good by Core Web Vitals, ms. */
const MOST_PAINT_MS = 2_500;
/** Maximum Largest Contentful Paint relative to the text page. */
const MOST_RATIO = 3;
/** Maximum total blocking time relative to the text page, which a busy machine slows down as well. */
const MOST_BLOCKING_RATIO = 1.2;

const Start = v.object({
  largestPaintMs: v.number(),
  blockingMs: v.number(),
  files: v.array(v.string()),
  text: v.string(),
});
interface StartSeen extends v.InferOutput<typeof Start> {
  /** The gzipped script that was requested until the list was in the document, KiB; 0 for a page without the list. */
  readonly firstScriptKib: number;
}

/**
 * Measures the first load of a list of 50 projects with an empty cache, against a page that loads the same scripts and
 * styles without running them and renders the same text.
 */
export async function measureStart(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const apps: StartSeen[] = [];
  const texts: StartSeen[] = [];
  for (let round = 0; round < count; round += 1) {
    const app = await watchStart(browser, stage, '/signin?to=/acme', `document.querySelector('[role=row] a')`);
    const query = new URLSearchParams(app.files.map((file) => ['file', file]));
    const page = `/same-size?${query.toString()}#${encodeURIComponent(app.text)}`;
    texts.push(await watchStart(browser, stage, page, `document.querySelector('li')`));
    apps.push(app);
  }
  const ratios = apps.map((app, round) => app.largestPaintMs / (texts[round]?.largestPaintMs ?? Number.NaN));
  const ratio = medianOf(ratios);
  const paintMs = medianOf(apps.map((app) => app.largestPaintMs));
  const scriptKib = medianOf(apps.map(({ firstScriptKib }) => firstScriptKib));
  const blockingRatios = apps.map((app, round) => app.blockingMs / (texts[round]?.largestPaintMs ?? Number.NaN));
  const blocking = medianOf(blockingRatios);
  const name = `start with 50 projects, ${SLOWDOWN} × slower`;
  return [
    {
      name: `${name}: gzipped script until the list is in the document`,
      measured: `${scriptKib.toFixed(1)} KiB`,
      against: '–',
      value: scriptKib.toFixed(1),
      rounds: apps.map(({ firstScriptKib }) => firstScriptKib),
      target: `≤ ${MOST_FIRST_SCRIPT_KIB} KiB`,
      isMet: scriptKib <= MOST_FIRST_SCRIPT_KIB,
    },
    {
      name: `${name}: largest contentful paint`,
      measured: medianMs(apps, 'largestPaintMs'),
      against: '–',
      value: paintMs.toFixed(0),
      rounds: apps.map(({ largestPaintMs }) => largestPaintMs),
      target: `≤ ${MOST_PAINT_MS} ms`,
      isMet: paintMs <= MOST_PAINT_MS,
    },
    {
      name: `${name}: largest contentful paint, against a page of text`,
      measured: medianMs(apps, 'largestPaintMs'),
      against: medianMs(texts, 'largestPaintMs'),
      value: digits(ratio),
      rounds: ratios,
      target: `≤ ${digits(MOST_RATIO)}`,
      isMet: ratio <= MOST_RATIO,
    },
    {
      name: `${name}: total blocking time, against the paint of a page of text`,
      measured: medianMs(apps, 'blockingMs'),
      against: medianMs(texts, 'largestPaintMs'),
      value: digits(blocking),
      rounds: blockingRatios,
      target: `≤ ${digits(MOST_BLOCKING_RATIO)}`,
      isMet: blocking <= MOST_BLOCKING_RATIO,
    },
  ];
}

async function watchStart(browser: Browser, stage: Stage, path: string, drawn: string): Promise<StartSeen> {
  const page = await browser.open(`${stage.appUrl}${path}`, {
    isFresh: true,
    slowdown: SLOWDOWN,
    probe: NOTE_FIRST_PROJECT,
  });
  await page.until(drawn);
  await page.evaluate(`${stage.probes.start};undefined`, v.undefined());
  const seen = await page.evaluate('watchStart()', Start);
  const scripts = await page.evaluate(SCRIPTS_BEFORE_FIRST_PROJECT, v.array(v.string()));
  await page.close();
  return { ...seen, firstScriptKib: gzippedKib(scripts) };
}

function medianMs(starts: readonly StartSeen[], key: 'largestPaintMs' | 'blockingMs'): string {
  return `${medianOf(starts.map((start) => start[key])).toFixed(0)} ms`;
}
