import type { Browser } from './browser';
import type { BenchFile } from './files';
import { digits, medianOf, type Finding } from './report';
import { app, type Run, type Side } from './sides';
import type { Stage } from './stage';

/** Longest imperceptible task on the main thread, ms. */
const LONGEST_TASK_MS = 50;
/** Progress updates of the store per second. */
const UPDATES_PER_SECOND = 2;
/** Tolerance for late timers and for extra updates at the start and end of an upload. */
const UPDATES_LEEWAY = 1.05;

/** A baseline and the required ratio. */
export interface Comparison {
  readonly baseline: { readonly name: string; readonly run: Side };
  /** Minimum throughput of the app relative to the baseline. */
  readonly atLeast: number;
}

interface Rounds {
  readonly name: string;
  readonly files: readonly BenchFile[];
  readonly comparisons: readonly Comparison[];
  readonly count: number;
  /** What is compared with the baselines, by default the app. */
  readonly measured?: Side;
}

/** Alternates between the app and its baselines and compares them by round, so that load on the machine affects all. */
export async function playRounds(browser: Browser, stage: Stage, rounds: Rounds): Promise<readonly Finding[]> {
  const { name, files, comparisons, count, measured = app } = rounds;
  const apps: Run[] = [];
  const others: number[][] = comparisons.map(() => []);
  for (let round = 0; round < count; round += 1) {
    for (const [index, { baseline }] of comparisons.entries()) {
      others[index]?.push((await baseline.run(browser, stage, files)).seconds);
    }
    apps.push(await measured(browser, stage, files));
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const seconds = apps.map((run) => run.seconds);
  const speeds = comparisons.map(({ baseline, atLeast }, index): Finding => {
    const baselines = others[index] ?? [];
    const ratios = baselines.map((one, round) => one / (seconds[round] ?? Number.NaN));
    const ratio = medianOf(ratios);
    return {
      name: `${name}, against ${baseline.name}`,
      measured: speedWords(bytes, medianOf(seconds)),
      against: speedWords(bytes, medianOf(baselines)),
      value: digits(ratio),
      rounds: ratios,
      target: `≥ ${digits(atLeast)}`,
      isMet: ratio >= atLeast,
    };
  });
  return [...speeds, ...(measured === app ? pageFindings(name, apps) : [])];
}

function pageFindings(name: string, runs: readonly Run[]): readonly Finding[] {
  const longest = Math.max(...runs.map(({ page }) => page?.longestTaskMs ?? 0));
  const updates = Math.max(...runs.map(({ page, seconds }) => (page?.progressUpdates ?? 0) / seconds));
  return [
    {
      name: `${name}, longest task of the page`,
      measured: longest === 0 ? 'none over 50 ms' : `${longest.toFixed(0)} ms`,
      against: '–',
      value: longest.toFixed(0),
      target: `≤ ${LONGEST_TASK_MS} ms`,
      isMet: longest <= LONGEST_TASK_MS,
    },
    {
      name: `${name}, progress in the store`,
      measured: `${digits(updates)} a second`,
      against: '–',
      value: digits(updates),
      target: `≤ ${UPDATES_PER_SECOND} a second`,
      isMet: updates <= UPDATES_PER_SECOND * UPDATES_LEEWAY,
    },
  ];
}

function speedWords(bytes: number, seconds: number): string {
  return `${digits(seconds)} s (${(bytes / seconds / 1e6).toFixed(0)} MB/s)`;
}
