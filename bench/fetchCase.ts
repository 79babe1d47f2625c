import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { FETCH_CONCURRENCY, FETCH_RANGE_BYTES, UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { compositeChecksum } from '@data-manager/domain/uploads/checksums';
import { launchBrowser, type Browser, type Page } from './browser';
import { makeFile, type BenchFile } from './files';
import { NOTHING_LISTED } from './listedFiles';
import { canMeasureMemory, memoryOf, peakMemoryDuring } from './memory';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

/** A file that the baseline fetches. */
export interface FetchedFile {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly rangeBytes: number;
  readonly inFlight: number;
}

const MB = 1e6;
const MIB = 1024 ** 2;
const SIZES_MIB = [256, 1024] as const;
/** The rate of fetching, as a share of fetching and writing the same ranges without checking them. */
const FETCH_RATIO = 0.9;
const ABOVE_IDLE_MB = 100;
const SETTLING_MS = 2_000;

/** Measures downloads into folders against bare requests whose responses are written, and the memory that they add. */
export async function measureFetch(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [index, mib] of SIZES_MIB.entries()) {
    const file = await makeFile(stage.folder, index + 1, mib * MIB);
    await stage.expect([file]);
    stage.list({
      hasDataset: true,
      features: ['files.etag', 'files.urls'],
      pages: [JSON.stringify({ files: [listedFile(file)] })],
    });
    findings.push(await compareSpeed(browser, stage, file, count));
    if (canMeasureMemory) findings.push(await measureFetchMemory(stage, file));
  }
  stage.list(NOTHING_LISTED);
  return findings;
}

function listedFile({ name, size, partMd5s }: BenchFile): object {
  return { key: `acme/bench/LISTED/${name}`, size, etag: compositeChecksum(partMd5s), partSize: UPLOAD_PART_BYTES };
}

async function compareSpeed(browser: Browser, stage: Stage, file: BenchFile, count: number): Promise<Finding> {
  const bare: number[] = [];
  const fetched: number[] = [];
  for (let round = 0; round < count; round += 1) {
    bare.push(await fetchBare(browser, stage, file));
    const page = await openDataset(browser, stage);
    fetched.push(await fetchInto(page));
    await page.close();
  }
  const ratios = bare.map((seconds, round) => seconds / (fetched[round] ?? Number.NaN));
  const ratio = medianOf(ratios);
  const speedOf = (seconds: number): string => `${digits(seconds)} s (${(file.size / seconds / MB).toFixed(0)} MB/s)`;
  return {
    name: `fetch, ${sizeText(file)}, against bare requests`,
    measured: speedOf(medianOf(fetched)),
    against: speedOf(medianOf(bare)),
    value: digits(ratio),
    rounds: ratios,
    target: `≥ ${digits(FETCH_RATIO)}`,
    isMet: ratio >= FETCH_RATIO,
  };
}

/** Uses a new browser, so that earlier downloads do not count. */
async function measureFetchMemory(stage: Stage, file: BenchFile): Promise<Finding> {
  const browser = await launchBrowser();
  try {
    const page = await openDataset(browser, stage);
    await page.collectGarbage();
    await wait(SETTLING_MS);
    const idle = await memoryOf(browser.pid);
    const added = ((await peakMemoryDuring(browser.pid, fetchInto(page))) - idle) / MB;
    return {
      name: `fetch, ${sizeText(file)}, memory`,
      measured: `${added.toFixed(0)} MB above idle`,
      against: '–',
      value: added.toFixed(0),
      target: `≤ ${ABOVE_IDLE_MB} MB`,
      isMet: added <= ABOVE_IDLE_MB,
    };
  } finally {
    await browser.close();
  }
}

async function openDataset(browser: Browser, stage: Stage): Promise<Page> {
  const page = await browser.open(`${stage.appUrl}/signin?to=/acme/bench/LISTED`, { probe: stage.probes.fetch });
  await page.until('fetchButton()');
  return page;
}

async function fetchInto(page: Page): Promise<number> {
  const seconds = await page.evaluate(`fetchListed('1 file in fetched.')`, v.number());
  await page.evaluate('removeFetched()', v.undefined());
  return seconds;
}

async function fetchBare(browser: Browser, stage: Stage, { name, size }: BenchFile): Promise<number> {
  const page = await browser.open(`${stage.appUrl}/bench/fetchPage`);
  await page.until(`typeof fetchBare === 'function'`);
  const url = `${stage.access().url}/contents/${name}`;
  const file: FetchedFile = { name, url, size, rangeBytes: FETCH_RANGE_BYTES, inFlight: FETCH_CONCURRENCY };
  const seconds = await page.evaluate(`fetchBare(${JSON.stringify(file)})`, v.number());
  await page.close();
  return seconds;
}

function sizeText({ size }: BenchFile): string {
  return `${size / MIB} MiB`;
}
