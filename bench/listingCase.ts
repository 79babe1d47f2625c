import * as v from 'valibot';
import type { Browser, Page } from './browser';
import { listFiles, NOTHING_LISTED, type ListedFiles } from './listedFiles';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

const FILES = 100_000;
const MANY_FILES = 1_000_000;
/** Page size of the real backend. */
const PAGE = 1_000;
/** Limits as multiples of the time that `JSON.parse` takes for the same responses: with pages, and with one page. */
const FIRST_ROWS_RATIO = { pages: 4, one: 8 } as const;
const ALL_ROWS_RATIO = { pages: 4, one: 8 } as const;
/** Longest imperceptible task on the main thread. */
const LONGEST_TASK_MS = 100;
/** One frame at 60 Hz. */
const STROKE_MS = 16;
const SLOWEST_STROKE_MS = 50;
const MOST_ROWS = 200;
const MB = 1e6;
/** Hides the preview, which has its own case: without a GPU, rendering it takes longer than a keystroke. */
const PREVIEW_IS_DRAWN = `document.querySelector('[role=application][aria-busy=false] canvas:not([data-empty])')`;
const MOST_HEAP_MB = 40;
/** Ten times as many files may take ten times as long. */
const MANY_TASK_MS = 10 * LONGEST_TASK_MS;

const Seen = v.object({
  firstRowsMs: v.number(),
  allRowsMs: v.number(),
  parseMs: v.number(),
  longestTaskMs: v.number(),
  rows: v.number(),
});
const Step = v.object({ longestTaskMs: v.number() });
const Typing = v.object({ ...Step.entries, strokesMs: v.array(v.number()) });

interface Run {
  readonly seen: v.InferOutput<typeof Seen>;
  readonly strokesMs: readonly number[];
  /** Strokes in a field that does nothing. */
  readonly plainStrokesMs: readonly number[];
  readonly steps: Readonly<Record<'typing' | 'choosing all' | 'scrolling', v.InferOutput<typeof Step>>>;
  readonly heapMb: number;
}

/** Measures a dataset of 100,000 files while it loads and while it is used, and one of a million. */
export async function measureListing(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [words, size] of [
    ['pages of 1,000', PAGE],
    ['one page', FILES],
  ] as const) {
    const listed = listFiles(FILES, size);
    const runs: Run[] = [];
    for (let round = 0; round < count; round += 1) runs.push(await openDataset(browser, stage, listed));
    findings.push(...findingsOf(`100,000 files in ${words}`, size === FILES ? 'one' : 'pages', runs));
  }
  findings.push(...(await measureManyFiles(browser, stage)));
  stage.list(NOTHING_LISTED);
  return findings;
}

const Many = v.object({ reachesLastRow: v.boolean(), sortMs: v.number(), sortingMs: v.number() });

/** Measures once how a list of a million files, which is taller than browsers allow, is scrolled, sorted and searched. */
async function measureManyFiles(browser: Browser, stage: Stage): Promise<readonly Finding[]> {
  stage.list(listFiles(MANY_FILES, PAGE));
  const page = await openScreen(browser, stage);
  const loading = await page.evaluate(`watchManyFiles(${MANY_FILES})`, Step);
  await page.until(PREVIEW_IS_DRAWN);
  const used = await page.evaluate(`useManyFiles(${MANY_FILES})`, Many);
  const scrolling = await page.evaluate(`scrollThrough()`, Step);
  const typing = await page.evaluate(`typeSearch('s0123 ch01')`, Typing);
  await page.close();
  const finding = (what: string, value: number, limit: number): Finding => ({
    name: `1,000,000 files: ${what}`,
    measured: `${value.toFixed(0)} ms`,
    against: '–',
    value: value.toFixed(0),
    target: `≤ ${limit} ms`,
    isMet: value <= limit,
  });
  return [
    {
      name: '1,000,000 files: the last row can be scrolled to',
      measured: used.reachesLastRow ? 'yes' : 'no',
      against: '–',
      value: used.reachesLastRow ? 'yes' : 'no',
      target: 'yes',
      isMet: used.reachesLastRow,
    },
    finding('loading, longest task', loading.longestTaskMs, MANY_TASK_MS),
    finding('scrolling, longest task', scrolling.longestTaskMs, LONGEST_TASK_MS),
    finding('sorted by size after', used.sortMs, MANY_TASK_MS),
    finding('sorting, longest task', used.sortingMs, MANY_TASK_MS),
    finding('the slowest stroke in the search', Math.max(...typing.strokesMs), SLOWEST_STROKE_MS),
    finding('typing, longest task', typing.longestTaskMs, MANY_TASK_MS),
  ];
}

async function openDataset(browser: Browser, stage: Stage, listed: ListedFiles): Promise<Run> {
  stage.list({ ...NOTHING_LISTED, hasDataset: true });
  const signedIn = await browser.open(`${stage.appUrl}/signin`);
  await signedIn.until(`document.querySelector('input[type=file]')`);
  await signedIn.close();
  const empty = await openScreen(browser, stage);
  await empty.until(`document.querySelector('[role=grid][aria-label^="Files of"]')`);
  const before = await empty.heapBytes();
  await empty.close();

  stage.list(listed);
  const page = await openScreen(browser, stage);
  const seen = await page.evaluate(`watchListing(${FILES})`, Seen);
  await page.until(PREVIEW_IS_DRAWN);
  const typing = await page.evaluate(`typeSearch('s0123 ch01')`, Typing);
  await page.evaluate(`typeSearch(' ')`, Typing);
  const choosing = await page.evaluate(`selectAll('100,000 items selected')`, Step);
  const scrolling = await page.evaluate(`scrollThrough()`, Step);
  const heapMb = ((await page.heapBytes()) - before) / MB;
  const { strokesMs: plainStrokesMs } = await page.evaluate(`typePlainly('s0123 ch01')`, Typing);
  await page.close();
  return {
    seen,
    strokesMs: typing.strokesMs,
    plainStrokesMs,
    steps: { typing, 'choosing all': choosing, scrolling },
    heapMb,
  };
}

function openScreen(browser: Browser, stage: Stage): Promise<Page> {
  return browser.open(`${stage.appUrl}/acme/bench/LISTED`, { probe: stage.probes.listing });
}

function findingsOf(name: string, kind: 'pages' | 'one', runs: readonly Run[]): readonly Finding[] {
  const of = (read: (run: Run) => number): readonly number[] => runs.map(read);
  const parse = medianOf(of(({ seen }) => seen.parseMs));
  const ratioFinding = (what: string, read: (run: Run) => number, limit: number): Finding => {
    const rounds = of((run) => read(run) / run.seen.parseMs);
    const ratio = medianOf(rounds);
    return {
      name: `${name}: ${what}, against JSON.parse of all responses`,
      measured: `${medianOf(of(read)).toFixed(0)} ms`,
      against: `${parse.toFixed(0)} ms`,
      value: digits(ratio),
      rounds,
      target: `≤ ${digits(limit)}`,
      isMet: ratio <= limit,
    };
  };
  const mostFinding = (what: string, rounds: readonly number[], limit: number, unit: string): Finding => {
    const value = Math.max(...rounds);
    return {
      name: `${name}: ${what}`,
      measured: `${value.toFixed(0)} ${unit}`,
      against: '–',
      value: value.toFixed(0),
      rounds,
      target: `≤ ${limit} ${unit}`,
      isMet: value <= limit,
    };
  };
  const nineOfTen = ninthOfTen(runs.flatMap(({ strokesMs }) => strokesMs));
  const plainly = ninthOfTen(runs.flatMap(({ plainStrokesMs }) => plainStrokesMs));
  return [
    ratioFinding('first rows after the first answer', ({ seen }) => seen.firstRowsMs, FIRST_ROWS_RATIO[kind]),
    ratioFinding('all rows after the last answer', ({ seen }) => seen.allRowsMs, ALL_ROWS_RATIO[kind]),
    mostFinding(
      'longest task until then',
      of(({ seen }) => seen.longestTaskMs),
      LONGEST_TASK_MS,
      'ms',
    ),
    mostFinding(
      'rows in the document',
      of(({ seen }) => seen.rows),
      MOST_ROWS,
      'rows',
    ),
    {
      ...mostFinding('nine of ten strokes in the search are painted after', [nineOfTen], STROKE_MS, 'ms'),
      against: `${plainly.toFixed(0)} ms in a field that does nothing`,
      rounds: of(({ strokesMs }) => ninthOfTen(strokesMs)),
    },
    mostFinding(
      'the slowest stroke',
      of(({ strokesMs }) => Math.max(...strokesMs)),
      SLOWEST_STROKE_MS,
      'ms',
    ),
    ...(['typing', 'choosing all', 'scrolling'] as const).map((step) =>
      mostFinding(
        `${step}, longest task`,
        of(({ steps }) => steps[step].longestTaskMs),
        LONGEST_TASK_MS,
        'ms',
      ),
    ),
    mostFinding(
      'JS heap above an empty dataset',
      of(({ heapMb }) => heapMb),
      MOST_HEAP_MB,
      'MB',
    ),
  ];
}

/** Returns the 90th percentile. */
function ninthOfTen(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.9) - 1] ?? Number.NaN;
}
