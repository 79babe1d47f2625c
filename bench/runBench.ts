import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findSlower, mergeResults, parseResults, resultsOf, type BenchResult } from './baseline';
import { launchBrowser } from './browser';
import { CASES } from './cases';
import { tableOf, type Finding } from './report';
import { openStage } from './stage';

const OPTIONS = ['--quick', '--compare', '--save'];

/** The results of the latest run. */
const LATEST_FILE = resolve(__dirname, '../.cache/bench.json');
/** The results that `--compare` compares with. `--save` replaces those of the cases that ran. */
const BASELINE_FILE = join(__dirname, 'baseline.json');

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
}

function readBaseline(): readonly BenchResult[] {
  return existsSync(BASELINE_FILE) ? parseResults(readFileSync(BASELINE_FILE, 'utf8')) : [];
}

function writeResults(file: string, results: readonly BenchResult[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** Prints the results that became slower. Returns true if there are none. */
function compareWithBaseline(results: readonly BenchResult[]): boolean {
  const slower = findSlower(readBaseline(), results);
  say(slower.length === 0 ? '\nNothing became slower.' : `\nSlower than the baseline:\n${slower.join('\n')}`);
  return slower.length === 0;
}

/** Runs the chosen cases, or all, and prints a table. */
async function main(): Promise<void> {
  const options = process.argv.slice(2);
  const isQuick = options.includes('--quick');
  const chosen = options.filter((option) => !OPTIONS.includes(option));
  const unknown = chosen.filter((name) => !(name in CASES));
  if (unknown.length > 0) {
    throw new Error(`No such case: ${unknown.join(', ')}. There are ${Object.keys(CASES).join(', ')}.`);
  }
  const isCompared = options.includes('--compare');
  if (isCompared && readBaseline().length === 0) {
    throw new Error('There is no baseline. Run `npm run bench -- --save` first.');
  }
  const stage = await openStage();
  const browser = await launchBrowser();
  const findings: Finding[] = [];
  const begun = performance.now();
  try {
    for (const [name, { measure, rounds }] of Object.entries(CASES)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      say(`${name} …`);
      const caseBegun = performance.now();
      findings.push(...(await measure(browser, stage, isQuick ? 1 : rounds)));
      say(`${name}: ${secondsSince(caseBegun)}`);
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  say(`All cases: ${secondsSince(begun)}\n\n${tableOf(findings)}`);
  const results = resultsOf(findings);
  writeResults(LATEST_FILE, results);
  const isAsFast = !isCompared || compareWithBaseline(results);
  if (options.includes('--save')) writeResults(BASELINE_FILE, mergeResults(readBaseline(), results));
  process.exitCode = isAsFast && findings.every(({ isMet }) => isMet) ? 0 : 1;
}

void main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
