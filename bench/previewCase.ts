import * as v from 'valibot';
import type { Browser, Page } from './browser';
import { NOTHING_LISTED } from './listedFiles';
import { canMeasureMemory, memoryOf } from './memory';
import { drawAhead, SECTIONS } from './picturedFolder';
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
/** Maximum time until the first picture of a section, relative to fetching and decoding its files. */
const FIRST_PICTURE_RATIO = 1.2;

const Shown = v.object({ ms: v.number(), frames: v.number() });
type Seen = v.InferOutput<typeof Shown>;
const FirstPicture = v.object({ ms: v.number(), bareMs: v.number() });
type FirstSeen = v.InferOutput<typeof FirstPicture>;

const PixelTimes = v.object({ readoutMs: v.number(), sharpMs: v.number() });

/** Limits for the values and pixels of files at a round trip of 20 ms, ms. */
const READOUT_MS = 300;
const SHARP_MS = 500;

type Pixels = 1024 | 2048;

/** Actions of the app by the probe function that measures them, and their limits by the width of a picture. */
const WATCHED: Readonly<Record<string, { readonly what: string; readonly limits: Readonly<Record<Pixels, Limits>> }>> =
  {
    watchToggles: { what: 'a channel on or off', limits: { 1024: { ms: 10, frames: 2 }, 2048: { ms: 25, frames: 3 } } },
    watchSections: { what: 'the next section', limits: { 1024: { ms: 25, frames: 2 }, 2048: { ms: 60, frames: 4 } } },
  };

/** Measures how fast a preview of three 16-bit channels updates, against a bare canvas, and its memory. */
export async function measurePreview(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const pixels of [1024, 2048] as const) findings.push(...(await measurePictures(browser, stage, pixels, count)));
  findings.push(...(await measurePixels(browser, stage, count)));
  return canMeasureMemory ? [...findings, await measureHeldMemory(browser, stage)] : findings;
}

/** Measures how fast the values and pixels of three uncompressed files of 32 MiB appear that have not been read before. */
async function measurePixels(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  stage.list({ ...NOTHING_LISTED, features: ['files.urls'] });
  drawAhead();
  const seen: v.InferOutput<typeof PixelTimes>[] = [];
  await stage.overLine({ bitsPerSecond: 1e9, roundTripMs: 20 }, async () => {
    for (let round = 0; round < count; round += 1) {
      const page = await openPreview(browser, stage, 4096);
      seen.push(await page.evaluate('watchPixels()', PixelTimes));
      await page.close();
    }
  });
  stage.list(NOTHING_LISTED);
  const finding = (what: string, rounds: readonly number[], limit: number): Finding => ({
    name: `preview of 4096 × 4096 pixels at 1 Gbit/s and 20 ms, ${what}`,
    measured: `${digits(medianOf(rounds))} ms`,
    against: '–',
    value: digits(medianOf(rounds)),
    rounds,
    target: `≤ ${limit} ms`,
    isMet: medianOf(rounds) <= limit,
  });
  return [
    finding(
      'the first value under the pointer',
      seen.map(({ readoutMs }) => readoutMs),
      READOUT_MS,
    ),
    finding(
      'the first pixels of the files',
      seen.map(({ sharpMs }) => sharpMs),
      SHARP_MS,
    ),
  ];
}

async function measurePictures(
  browser: Browser,
  stage: Stage,
  pixels: Pixels,
  count: number,
): Promise<readonly Finding[]> {
  const runs = new Map<string, Seen[]>();
  const first: FirstSeen[] = [];
  for (let round = 0; round < count; round += 1) {
    const page = await openPreview(browser, stage, pixels);
    for (const watch of ['watchBareCanvas', ...Object.keys(WATCHED)]) {
      runs.set(watch, [...(runs.get(watch) ?? []), await page.evaluate(`${watch}()`, Shown)]);
    }
    const key = encodeURIComponent(`acme/bench/TC${pixels}/TC${pixels}_S{section}_L01_ch{channel}.tif`);
    const address = `${stage.access().url}/get-downsampled-image/${key}`.replace(/%7B(\w+)%7D/g, '{$1}');
    first.push(await page.evaluate(`watchFirstPictures('${address}')`, FirstPicture));
    await page.close();
  }
  const bare = runs.get('watchBareCanvas') ?? [];
  return [
    ...Object.entries(WATCHED).flatMap(([watch, { what, limits }]) =>
      findingsOf(`preview of ${pixels} × ${pixels} pixels, ${what}`, limits[pixels], runs.get(watch) ?? [], bare),
    ),
    firstFinding(`preview of ${pixels} × ${pixels} pixels, the first picture of a section`, first),
  ];
}

function firstFinding(name: string, seen: readonly FirstSeen[]): Finding {
  const ratios = seen.map(({ ms, bareMs }) => ms / bareMs);
  const ratio = medianOf(ratios);
  return {
    name: `${name}, against fetching and decoding its files`,
    measured: `${digits(medianOf(seen.map(({ ms }) => ms)))} ms`,
    against: `${digits(medianOf(seen.map(({ bareMs }) => bareMs)))} ms`,
    value: digits(ratio),
    rounds: ratios,
    target: `≤ ${digits(FIRST_PICTURE_RATIO)}`,
    isMet: ratio <= FIRST_PICTURE_RATIO,
  };
}

/** Checks that memory does not grow when a user looks at every section of a brain. */
async function measureHeldMemory(browser: Browser, stage: Stage): Promise<Finding> {
  const page = await openPreview(browser, stage, 1024);
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

async function openPreview(browser: Browser, stage: Stage, pixels: Pixels | 4096): Promise<Page> {
  const page = await browser.open(`${stage.appUrl}/signin`);
  await page.until(`document.querySelector('input[type=file]')`);
  await page.goTo(`${stage.appUrl}/acme/bench/TC${pixels}?section=1`);
  await page.until(`document.querySelector('canvas[aria-label*="channels"]')`);
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('script'), { src: '/bench/previewProbe.js' }))`,
    v.undefined(),
  );
  await page.until(`typeof watchToggles === 'function' && document.querySelector('[aria-busy=false]')`);
  return page;
}

function findingsOf(name: string, limits: Limits, seen: readonly Seen[], bare: readonly Seen[]): readonly Finding[] {
  const ms = medianOf(seen.map((one) => one.ms));
  const frames = medianOf(seen.map((one) => one.frames));
  return [
    {
      name: `${name}: time`,
      measured: `${digits(ms)} ms`,
      against: `${digits(medianOf(bare.map((one) => one.ms)))} ms`,
      value: digits(ms),
      rounds: seen.map((one) => one.ms),
      target: `≤ ${limits.ms} ms`,
      isMet: ms <= limits.ms,
    },
    {
      name: `${name}: frames`,
      measured: `${frames}`,
      against: `${medianOf(bare.map((one) => one.frames))}`,
      value: `${frames}`,
      rounds: seen.map((one) => one.frames),
      target: `≤ ${limits.frames}`,
      isMet: frames <= limits.frames,
    },
  ];
}
