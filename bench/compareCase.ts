import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { compositeChecksum } from '@data-manager/domain/uploads/checksums';
import { inChunks } from '@data-manager/lib/chunks';
import type { Browser, Page } from './browser';
import { makeSparseFile, type BenchFile } from './files';
import { NOTHING_LISTED } from './listedFiles';
import { digits, medianOf, type Finding } from './report';
import type { Stage } from './stage';

const LARGE_FILES = 8;
const PARTS = 8;
/** As many as the app uses. */
const WORKERS = 2;
/** The rate of comparing contents, as a share of hashing the same blocks in as many workers. */
const HASH_RATIO = 0.9;
const MANY_FILES = 100_000;
/** One in this many files has the size of the server's file, so that its content is compared. */
const SAME_SIZE_IN = 100;
const PAGE_SIZE = 1_000;
const LONGEST_TASK_MS = 50;
const EMPTY_MD5 = '0'.repeat(32);

const Comparison = v.object({ seconds: v.number(), longestTaskMs: v.number() });

type ComparisonSeen = v.InferOutput<typeof Comparison>;

/**
 * Measures comparing large files against bare hashing, and the main thread while 100,000 files are compared, and while as
 * many are requested.
 */
export async function measureCompare(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const findings = [
    ...(await compareLarge(browser, stage, count)),
    ...(await compareMany(browser, stage)),
    await fetchMany(browser, stage),
  ];
  stage.list(NOTHING_LISTED);
  return findings;
}

async function compareLarge(browser: Browser, stage: Stage, count: number): Promise<readonly Finding[]> {
  const folder = join(stage.folder, 'large', 'LISTED');
  const files: BenchFile[] = [];
  for (let section = 1; section <= LARGE_FILES; section += 1) files.push(await makeSparseFile(folder, section, PARTS));
  list(stage, [
    files.map(({ name, size, partMd5s }) => ({
      name,
      size,
      etag: compositeChecksum(partMd5s),
      partSize: UPLOAD_PART_BYTES,
    })),
  ]);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const bare: number[] = [];
  const seen: ComparisonSeen[] = [];
  // The first run reads the files from the disk, the others from memory.
  await hashBare(browser, stage, files);
  for (let round = 0; round < count; round += 1) {
    bare.push(await hashBare(browser, stage, files));
    const page = await openComparison(browser, stage);
    seen.push(await compare(page, folder, [`Identical (${LARGE_FILES})`, 'Different (0)']));
    await page.close();
  }
  const ratios = bare.map((seconds, round) => seconds / (seen[round]?.seconds ?? Number.NaN));
  const ratio = medianOf(ratios);
  const speedOf = (seconds: number): string => `${digits(seconds)} s (${(bytes / seconds / 1e6).toFixed(0)} MB/s)`;
  const name = `${LARGE_FILES} files of ${(PARTS * UPLOAD_PART_BYTES) / 1024 ** 2} MiB compared`;
  return [
    {
      name,
      measured: speedOf(medianOf(seen.map(({ seconds }) => seconds))),
      against: `${speedOf(medianOf(bare))}, bare hashing`,
      value: digits(ratio),
      rounds: ratios,
      target: `≥ ${digits(HASH_RATIO)}`,
      isMet: ratio >= HASH_RATIO,
    },
    taskFinding(name, Math.max(...seen.map(({ longestTaskMs }) => longestTaskMs))),
  ];
}

/** In one round, because the browser takes long to read the folder. */
async function compareMany(browser: Browser, stage: Stage): Promise<readonly Finding[]> {
  const folder = join(stage.folder, 'many', 'LISTED');
  await mkdir(folder, { recursive: true });
  const names = namesOfMany();
  for (const name of names) await writeFile(join(folder, name), 'x');
  const listed = names.map((name, index) => ({ name, size: index % SAME_SIZE_IN === 0 ? 1 : 2, etag: EMPTY_MD5 }));
  list(stage, inChunks(listed, PAGE_SIZE));
  const page = await openComparison(browser, stage);
  const { seconds, longestTaskMs } = await compare(page, folder, [`Different (${MANY_FILES})`]);
  const steps = await page.evaluate('watchWork()', v.record(v.string(), v.number()));
  await page.close();
  const name = `${MANY_FILES.toLocaleString('en')} files compared`;
  return [
    { ...taskFinding(name, longestTaskMs), against: `result after ${digits(seconds)} s` },
    ...Object.entries(steps).map(([step, longest]) => taskFinding(`${name}, ${step}`, longest)),
  ];
}

/** Downloads the missing files into a folder that contains another file. Measures from the click to the first files. */
async function fetchMany(browser: Browser, stage: Stage): Promise<Finding> {
  const folder = join(stage.folder, 'missing', 'LISTED');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'other.tif');
  await writeFile(path, 'x');
  const names = namesOfMany();
  const etag = createHash('md5').update('x').digest('hex');
  await stage.expect(names.map((name) => ({ name, path, size: 1, partMd5s: [etag] })));
  list(
    stage,
    inChunks(names, PAGE_SIZE).map((page) => page.map((name) => ({ name, size: 1, etag }))),
  );
  const page = await openComparison(browser, stage);
  await compare(page, folder, [`Only on the server (${MANY_FILES})`]);
  const longestTaskMs = await page.evaluate('watchFetch()', v.number());
  await page.close();
  return taskFinding(`${MANY_FILES.toLocaleString('en')} files requested`, longestTaskMs);
}

function namesOfMany(): readonly string[] {
  return Array.from({ length: MANY_FILES }, (_, index) => `BENCH_S${String(index).padStart(6, '0')}_L01_ch01.tif`);
}

/** A file of the dataset. */
interface ListedFile {
  readonly name: string;
  readonly size: number;
  readonly etag: string;
  readonly partSize?: number;
}

function list(stage: Stage, pages: readonly (readonly ListedFile[])[]): void {
  stage.list({
    hasDataset: true,
    features: ['files.etag', 'files.urls'],
    pages: pages.map((files, page) =>
      JSON.stringify({
        files: files.map(({ name, ...file }) => ({ key: `acme/bench/LISTED/${name}`, ...file })),
        ...(page + 1 < pages.length && { cursor: String(page + 1) }),
      }),
    ),
  });
}

async function compare(page: Page, folder: string, counts: readonly string[]): Promise<ComparisonSeen> {
  const watching = page.evaluate(`watchComparison(${JSON.stringify(counts)})`, Comparison);
  await page.chooseFiles('input[aria-label="Folder to compare"]', [folder]);
  return watching;
}

async function openComparison(browser: Browser, stage: Stage): Promise<Page> {
  const page = await browser.open(`${stage.appUrl}/signin?to=/acme/bench/LISTED`, { probe: stage.probes.compare });
  await page.until(`hasButton('Compare with a folder')`);
  await page.evaluate('openComparison()', v.undefined());
  await page.until(`document.querySelector('input[aria-label="Folder to compare"]')`);
  return page;
}

async function hashBare(browser: Browser, stage: Stage, files: readonly BenchFile[]): Promise<number> {
  const page = await browser.open(`${stage.appUrl}/bench/hashPage`);
  await page.until(`typeof hashFiles === 'function'`);
  await page.chooseFiles(
    'input',
    files.map(({ path }) => path),
  );
  const seconds = await page.evaluate(`hashFiles(${UPLOAD_PART_BYTES}, ${WORKERS}, '/bench/hashPage.js')`, v.number());
  await page.close();
  return seconds;
}

function taskFinding(name: string, longest: number): Finding {
  return {
    name: `${name}: longest task`,
    measured: longest === 0 ? 'none over 50 ms' : `${longest.toFixed(0)} ms`,
    against: '–',
    value: longest.toFixed(0),
    target: `≤ ${LONGEST_TASK_MS} ms`,
    isMet: longest <= LONGEST_TASK_MS,
  };
}
