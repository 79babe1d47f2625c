import { join } from 'node:path';
import * as v from 'valibot';
import type { Browser, Page } from './browser';
import { makeChoice, makeNamedFiles, type ChosenFolder } from './chosenFiles';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

const FILES = 10_000;
/** Maximum time until the chosen files are shown, ms. */
const FIRST_ROWS_MS = 1_500;
/** Maximum time until all names are checked, relative to a bare page that reads and lists the same files. */
const JUDGED_RATIO = 1.2;
/** The app also opens each file of a dropped folder, which the bare page does not do. */
const DROPPED_RATIO = 1.3;
/** Longest imperceptible task on the main thread. */
const LONGEST_TASK_MS = 50;
/** Maximum time to rename all rows, to undo it, or to upload them, ms. */
const LONGEST_CHANGE_MS = 200;
const MOST_ROWS = 200;

const Step = v.object({ drawnMs: v.number(), longestTaskMs: v.number() });
const Choice = v.object({ firstRowsMs: v.number(), judgedMs: v.number(), longestTaskMs: v.number(), rows: v.number() });
const Repair = v.object({ select: Step, open: Step, type: Step, apply: Step, undo: Step });

type ChoiceSeen = v.InferOutput<typeof Choice>;
type StepSeen = v.InferOutput<typeof Step>;

/** One way to choose the files of a folder. */
type Way = (page: Page, chosen: ChosenFolder) => Promise<void>;

const WAYS: Readonly<Record<string, Way>> = {
  files: (page, { paths }) => page.chooseFiles('input[aria-label="Files to upload"]', paths),
  folder: (page, { folder }) => page.chooseFiles('input[aria-label="Folder to upload"]', [folder]),
  'dropped folder': (page, { folder }) => page.drop('div:has(> input[type=file])', [folder]),
};

/** Measures how long the upload screen takes to show, to rename and to upload 10,000 files. */
export async function measurePreflight(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const chosen = await makeChoice(join(stage.folder, 'chosen'), FILES);
  const named = await makeNamedFiles(join(stage.folder, 'named'), FILES);
  const bare: number[] = [];
  const seen = new Map<string, ChoiceSeen[]>(Object.keys(WAYS).map((way) => [way, []]));
  const steps = new Map<string, StepSeen[]>();
  for (let round = 0; round < count; round += 1) {
    bare.push(await listNames(browser, stage, chosen));
    for (const [way, choose] of Object.entries(WAYS)) {
      const page = await openUploadScreen(browser, stage);
      const watching = page.evaluate(`watchChoice('${cardOf(chosen.invalid)}')`, Choice);
      await choose(page, chosen);
      seen.get(way)?.push(await watching);
      if (way === 'files') for (const [name, step] of await changeNames(page, chosen)) note(steps, name, step);
      await page.close();
    }
    note(steps, 'upload', await uploadAll(browser, stage, named));
  }
  return [
    ...[...seen].flatMap(([way, runs]) => choiceFindings(way, runs, bare)),
    ...[...steps].map(([name, runs]) => stepFinding(name, runs)),
  ];
}

/** Measures the baseline, a bare page that reads the same files and lists their names. Returns milliseconds. */
async function listNames(browser: Browser, stage: Stage, { paths }: ChosenFolder): Promise<number> {
  const page = await browser.open(`${stage.appUrl}/bench/choicePage`);
  await page.until(`typeof listNames === 'function' && document.querySelector('input')`);
  const listing = page.evaluate('listNames()', v.number());
  await page.chooseFiles('input', paths);
  const milliseconds = await listing;
  await page.close();
  return milliseconds;
}

async function openUploadScreen(browser: Browser, stage: Stage): Promise<Page> {
  const page = await browser.open(`${stage.appUrl}/signin`);
  await page.until(`document.querySelector('input[type=file]')`);
  await page.evaluate(`${stage.probes.choice};undefined`, v.undefined());
  return page;
}

async function changeNames(page: Page, { invalid }: ChosenFolder): Promise<readonly (readonly [string, StepSeen])[]> {
  const inPlace = await page.evaluate(`renameInPlace('BENCH_S900000_L01_ch01.tif', '${cardOf(invalid - 1)}')`, Step);
  const all = await page.evaluate(`repairAll('${cardOf(invalid - 1)}')`, Repair);
  return [['renamed in place', inPlace], ...Object.entries(all)];
}

/** Measures the click on `Upload`. What it starts is not waited for. */
async function uploadAll(browser: Browser, stage: Stage, paths: readonly string[]): Promise<StepSeen> {
  const page = await openUploadScreen(browser, stage);
  await page.chooseFiles('input[aria-label="Files to upload"]', paths);
  await page.until(`buttonNamed('Upload anyway') !== undefined`);
  await page.evaluate(`buttonNamed('Upload anyway').click()`, v.undefined());
  await page.until(`buttonNamed('Upload')?.disabled === false`);
  const step = await page.evaluate('uploadAll()', Step);
  await page.close();
  return step;
}

/** Returns the title of the card that lists names. */
function cardOf(names: number): string {
  return `${names.toLocaleString('en')} names don’t fit`;
}

function note(steps: Map<string, StepSeen[]>, name: string, step: StepSeen): void {
  steps.set(name, [...(steps.get(name) ?? []), step]);
}

function choiceFindings(way: string, runs: readonly ChoiceSeen[], bare: readonly number[]): readonly Finding[] {
  const name = `10,000 files chosen, ${way}`;
  const judgedMs = medianOf(runs.map((run) => run.judgedMs));
  const firstRowsMs = medianOf(runs.map((run) => run.firstRowsMs));
  const longest = Math.max(...runs.map(({ longestTaskMs }) => longestTaskMs));
  const rows = Math.max(...runs.map((run) => run.rows));
  const most = way === 'dropped folder' ? DROPPED_RATIO : JUDGED_RATIO;
  const ratios = runs.map((run, round) => run.judgedMs / (bare[round] ?? Number.NaN));
  const ratio = medianOf(ratios);
  return [
    {
      name: `${name}: until the first rows appear`,
      measured: `${firstRowsMs.toFixed(0)} ms`,
      against: '–',
      value: firstRowsMs.toFixed(0),
      rounds: runs.map((run) => run.firstRowsMs),
      target: `≤ ${FIRST_ROWS_MS} ms`,
      isMet: firstRowsMs <= FIRST_ROWS_MS,
    },
    {
      name: `${name}: until all are checked, against a bare list of them`,
      measured: `${judgedMs.toFixed(0)} ms`,
      against: `${medianOf(bare).toFixed(0)} ms`,
      value: digits(ratio),
      rounds: ratios,
      target: `≤ ${digits(most)}`,
      isMet: ratio <= most,
    },
    taskFinding(name, longest, LONGEST_TASK_MS),
    {
      name: `${name}: rows in the document`,
      measured: String(rows),
      against: '–',
      value: String(rows),
      target: `< ${MOST_ROWS}`,
      isMet: rows < MOST_ROWS,
    },
  ];
}

function stepFinding(name: string, runs: readonly StepSeen[]): Finding {
  const longest = Math.max(...runs.map(({ longestTaskMs }) => longestTaskMs));
  const finding = taskFinding(`10,000 rows, ${name}`, longest, LONGEST_CHANGE_MS);
  return { ...finding, against: `drawn after ${medianOf(runs.map(({ drawnMs }) => drawnMs)).toFixed(0)} ms` };
}

function taskFinding(name: string, longest: number, most: number): Finding {
  return {
    name: `${name}: longest task`,
    measured: longest === 0 ? 'none over 50 ms' : `${longest.toFixed(0)} ms`,
    against: '–',
    value: longest.toFixed(0),
    target: `≤ ${most} ms`,
    isMet: longest <= most,
  };
}
