import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { StartBrowser } from '../test/browsers/browser';
import { BROWSER_PACKAGES } from '../test/browsers/browserPackages';
import { startFirefox } from '../test/browsers/firefox';
import { startWebKit } from '../test/browsers/webkit';
import { installPackages } from '../test/cluster/installPackages';
import { until } from '../test/support/until';
import type { Browser } from './browser';
import { makeFile, type BenchFile } from './files';
import { digits, medianOf, type Finding } from './report';
import { Observation, openApp } from './sides';
import type { Stage } from './stage';

const MIB = 1024 ** 2;

/** Longest stop of the main thread of a browser that a user does not feel, ms. */
const LONGEST_STOP_MS = 100;
/** Time relative to Chromium's. */
const AT_MOST = 2;

/** Notes the longest time for which the main thread did not run a timer. Long tasks are reported by Chromium alone. */
const WATCH_STOPS = `
  let last = performance.now();
  window.longestStopMs = 0;
  window.stopTimer = setInterval(() => {
    const now = performance.now();
    window.longestStopMs = Math.max(window.longestStopMs, now - last - 10);
    last = now;
  }, 10);`;

interface Run {
  readonly seconds: number;
  readonly longestStopMs: number;
}

/** Uploads files in a browser, from the click on `Upload` to the last response. */
type Upload = (stage: Stage, files: readonly BenchFile[]) => Promise<Run>;

const inChromium =
  (browser: Browser): Upload =>
  async (stage, files) => {
    const page = await openApp(browser, stage, files);
    await page.evaluate(`${WATCH_STOPS};undefined`, v.undefined());
    const { seconds } = await page.evaluate('uploadChosen()', Observation);
    const longestStopMs = await page.evaluate('longestStopMs', v.number());
    await page.close();
    return { seconds, longestStopMs };
  };

const inOther =
  (start: StartBrowser): Upload =>
  async (stage, files) => {
    await stage.expect(files);
    const downloads = join(stage.folder, 'downloads');
    mkdirSync(downloads, { recursive: true });
    const browser = await start(downloads);
    try {
      await browser.open(`${stage.appUrl}/signin`);
      const input = await until('the page has a file input', () =>
        browser.find("return document.querySelector('input[type=file]')").catch(() => undefined),
      );
      await browser.run(`${stage.probes.uploads};${WATCH_STOPS}`);
      await input.choose(files.map(({ path }) => path));
      await until('files can be uploaded', async () =>
        (await browser.run<boolean>('return uploadButton() !== undefined')) ? true : undefined,
      );
      await browser.run('window.longestStopMs = 0; uploadChosen().then((result) => { window.uploaded = result; });');
      const seen = await until('the files are uploaded', async () =>
        v.parse(v.optional(Observation), (await browser.run('return window.uploaded')) ?? undefined),
      );
      if (seen.failures.length > 0) throw new Error(`A file was not sent: ${seen.failures.join(', ')}`);
      return { seconds: seen.seconds, longestStopMs: await browser.run<number>('return window.longestStopMs') };
    } finally {
      await browser.close();
    }
  };

/** Measures uploads in Firefox and WebKit against Chromium. Installs both on Debian or Ubuntu, as root. */
export async function measureBrowsers(chromium: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  installPackages(BROWSER_PACKAGES);
  const small: BenchFile[] = [];
  for (let section = 1; section <= 300; section += 1) {
    small.push({ ...(await makeFile(join(stage.folder, 'small'), section, MIB / 4)), partMd5s: [] });
  }
  const workloads = [
    { name: '300 × 256 KiB', files: small },
    { name: '300 MB', files: [await makeFile(stage.folder, 1, 300_000_000)] },
  ];
  const findings: Finding[] = [];
  for (const { name, files } of workloads) {
    const runs = new Map<string, Run[]>([
      ['Firefox', []],
      ['WebKit', []],
    ]);
    const baseline: Run[] = [];
    for (let round = 0; round < count; round += 1) {
      baseline.push(await inChromium(chromium)(stage, files));
      runs.get('Firefox')?.push(await inOther(startFirefox)(stage, files));
      runs.get('WebKit')?.push(await inOther(startWebKit)(stage, files));
    }
    for (const [browser, those] of runs) findings.push(...findingsOf(`${name} in ${browser}`, those, baseline));
  }
  return findings;
}

function findingsOf(name: string, runs: readonly Run[], baseline: readonly Run[]): readonly Finding[] {
  const ratios = runs.map(({ seconds }, round) => seconds / (baseline[round]?.seconds ?? Number.NaN));
  const ratio = medianOf(ratios);
  const [stop, usualStop] = [runs, baseline].map((those) => medianOf(those.map(({ longestStopMs }) => longestStopMs)));
  return [
    {
      name: `${name}, against Chromium`,
      measured: `${digits(medianOf(runs.map(({ seconds }) => seconds)))} s`,
      against: `${digits(medianOf(baseline.map(({ seconds }) => seconds)))} s`,
      value: digits(ratio),
      rounds: ratios,
      target: `≤ ${digits(AT_MOST)}`,
      isMet: ratio <= AT_MOST,
    },
    {
      name: `${name}, longest stop of the main thread`,
      measured: `${(stop ?? 0).toFixed(0)} ms`,
      against: `${(usualStop ?? 0).toFixed(0)} ms`,
      value: (stop ?? 0).toFixed(0),
      target: `≤ ${String(LONGEST_STOP_MS)} ms`,
      isMet: (stop ?? 0) <= LONGEST_STOP_MS,
    },
  ];
}
