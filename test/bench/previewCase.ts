import * as v from 'valibot';
import type { Browser, Page } from './browser';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

/** Up to a tenth of a second an answer seems to come at once. */
const MOST_MS = 100;
/** Of 60 a second. */
const MOST_FRAMES = 6;

const Shown = v.object({ ms: v.number(), frames: v.number() });
type Seen = v.InferOutput<typeof Shown>;

/** What the app does, by the function of the probe that watches it. */
const WATCHED = { watchToggles: 'a channel on or off', watchSections: 'the next section' } as const;

/** How soon the preview of three channels, 1024 × 1024 pixels of 16 bits, shows something else; against a bare canvas. */
export async function measurePreview(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const runs = new Map<string, Seen[]>();
  for (let round = 0; round < count; round += 1) {
    const page = await openPreview(browser, stage);
    for (const watch of ['watchBareCanvas', ...Object.keys(WATCHED)]) {
      runs.set(watch, [...(runs.get(watch) ?? []), await page.evaluate(`${watch}()`, Shown)]);
    }
    await page.close();
  }
  const bare = runs.get('watchBareCanvas') ?? [];
  return Object.entries(WATCHED).flatMap(([watch, what]) => findingsOf(what, runs.get(watch) ?? [], bare));
}

async function openPreview(browser: Browser, stage: Stage): Promise<Page> {
  const page = await browser.open(`${stage.appUrl}/signin`);
  await page.until(`document.querySelector('input[type=file]')`);
  await page.evaluate(`location.assign('/acme/bench/TC042?section=1')`, v.undefined());
  await page.until(`document.querySelector('canvas[aria-label*="channels"]')`);
  await page.evaluate(LOAD_PROBE, v.undefined());
  await page.until(`typeof watchToggles === 'function' && document.querySelector('[aria-busy=false]')`);
  return page;
}

const LOAD_PROBE = `document.head.append(Object.assign(document.createElement('script'), { src: '/bench/previewProbe.js' }))`;

function findingsOf(what: string, seen: readonly Seen[], bare: readonly Seen[]): readonly Finding[] {
  const ms = medianOf(seen.map((one) => one.ms));
  const frames = medianOf(seen.map((one) => one.frames));
  return [
    {
      name: `preview, ${what}: time`,
      measured: `${digits(ms)} ms`,
      against: `${digits(medianOf(bare.map((one) => one.ms)))} ms`,
      value: digits(ms),
      target: `≤ ${MOST_MS} ms`,
      isMet: ms <= MOST_MS,
    },
    {
      name: `preview, ${what}: frames`,
      measured: `${frames}`,
      against: `${medianOf(bare.map((one) => one.frames))}`,
      value: `${frames}`,
      target: `≤ ${MOST_FRAMES}`,
      isMet: frames <= MOST_FRAMES,
    },
  ];
}
