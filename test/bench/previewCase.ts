import * as v from 'valibot';
import type { Browser, Page } from './browser';
import { loadProbe } from './loadProbe';
import { canMeasureMemory, memoryOf } from './memory';
import { SECTIONS } from './picturedFolder';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

/** Limits for the preview. */
interface Limits {
  readonly ms: number;
  /** At 60 frames per second. */
  readonly frames: number;
}

const MB = 1e6;
/** Number of sections after which the image cache is full. */
const FILLING_SECTIONS = 60;
/** Difference between two measurements of the same page. */
const NOISE_MB = 40;

const Shown = v.object({ ms: v.number(), frames: v.number() });
type Seen = v.InferOutput<typeof Shown>;

/** Actions of the app by the probe function that measures them. */
const WATCHED: Readonly<Record<string, { readonly what: string; readonly limits: Limits }>> = {
  watchToggles: { what: 'a channel on or off', limits: { ms: 50, frames: 2 } },
  watchSections: { what: 'the next section', limits: { ms: 75, frames: 3 } },
};

/** Measures how fast a preview of three channels (1024 × 1024 pixels, 16 bits) updates, against a bare canvas. */
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
  const findings = Object.entries(WATCHED).flatMap(([watch, { what, limits }]) =>
    findingsOf(what, limits, runs.get(watch) ?? [], bare),
  );
  return canMeasureMemory ? [...findings, await measureHeldMemory(browser, stage)] : findings;
}

/** Checks that memory does not grow when a user looks at every section of a brain. */
async function measureHeldMemory(browser: Browser, stage: Stage): Promise<Finding> {
  const page = await openPreview(browser, stage);
  const memoryAfter = async (sections: number): Promise<number> => {
    await page.evaluate(`walkSections(${sections})`, v.undefined());
    await page.heapBytes();
    return (await memoryOf(browser.pid)) / MB;
  };
  const early = await memoryAfter(FILLING_SECTIONS);
  const late = await memoryAfter(SECTIONS - 1 - FILLING_SECTIONS);
  await page.close();
  return {
    name: `preview, memory after ${SECTIONS} sections`,
    measured: `${late.toFixed(0)} MB`,
    against: `${early.toFixed(0)} MB after ${FILLING_SECTIONS}`,
    value: (late - early).toFixed(0),
    target: `≤ ${NOISE_MB} MB more`,
    isMet: late - early <= NOISE_MB,
  };
}

async function openPreview(browser: Browser, stage: Stage): Promise<Page> {
  const page = await browser.open(`${stage.appUrl}/signin`);
  await page.until(`document.querySelector('input[type=file]')`);
  await page.evaluate(`location.assign('/acme/bench/TC042?section=1')`, v.undefined());
  await page.until(`document.querySelector('canvas[aria-label*="channels"]')`);
  await loadProbe(page, 'previewProbe');
  await page.until(`typeof watchToggles === 'function' && document.querySelector('[aria-busy=false]')`);
  return page;
}

function findingsOf(what: string, limits: Limits, seen: readonly Seen[], bare: readonly Seen[]): readonly Finding[] {
  const ms = medianOf(seen.map((one) => one.ms));
  const frames = medianOf(seen.map((one) => one.frames));
  return [
    {
      name: `preview, ${what}: time`,
      measured: `${digits(ms)} ms`,
      against: `${digits(medianOf(bare.map((one) => one.ms)))} ms`,
      value: digits(ms),
      target: `≤ ${limits.ms} ms`,
      isMet: ms <= limits.ms,
    },
    {
      name: `preview, ${what}: frames`,
      measured: `${frames}`,
      against: `${medianOf(bare.map((one) => one.frames))}`,
      value: `${frames}`,
      target: `≤ ${limits.frames}`,
      isMet: frames <= limits.frames,
    },
  ];
}
