import { join } from 'node:path';
import type { Browser } from './browser';
import { bareCalls, curl, dm, measureDmMemory } from './dmCase';
import { measureFetch } from './fetchCase';
import { makeChecksumFile, makeFile, type BenchFile } from './files';
import { measureListing } from './listingCase';
import { measureMemory } from './memoryCase';
import { measurePreflight } from './preflightCase';
import { measurePreview } from './previewCase';
import type { Finding } from './report';
import { playRounds, type Comparison } from './rounds';
import type { LineShape } from './shapedLine';
import { app, hashed, raw, sequence, uppy } from './sides';
import type { Stage } from './stage';
import { measureStart } from './startCase';

/** Measures one case in the given number of rounds. */
type MeasureCase = (browser: Browser, stage: Stage, count: number) => Promise<readonly Finding[]>;

interface BenchCase {
  readonly measure: MeasureCase;
  readonly rounds: number;
}

/** Rounds of most cases. */
const ROUNDS = 5;
/** Rounds of cases that take more than half a minute each: the fewest that show their noise. */
const FEW_ROUNDS = 3;

const MIB = 1024 ** 2;
const GIGABIT = 1e9;

const againstRaw: Comparison = { baseline: { name: 'bare PUTs', run: raw }, atLeast: 0.99 };
const againstHashed: Comparison = { baseline: { name: 'PUTs with hashes', run: hashed }, atLeast: 0.95 };
const againstUppy: Comparison = { baseline: { name: 'Uppy 6', run: uppy }, atLeast: 1 };
const againstUnlisted: Comparison = {
  baseline: { name: 'without MD5SUMS', run: (browser, stage, files) => app(browser, stage, files.filter(isImage)) },
  atLeast: 0.9,
};
const againstSequence: Comparison = { baseline: { name: 'bare calls', run: sequence }, atLeast: 0.9 };

function overLine(name: string, bytes: number, shape: LineShape | undefined, comparisons: Comparison[]): MeasureCase {
  return async (browser, stage, count) => {
    const files = [await makeFile(stage.folder, 1, bytes)];
    return stage.overLine(shape, () => playRounds(browser, stage, { name, files, comparisons, count }));
  };
}

/** The connection between the page and the API. */
type Way = <Result>(stage: Stage, job: () => Promise<Result>) => Promise<Result>;

const direct: Way = (stage, job) => stage.overLine(undefined, job);
const twentyMs: Way = (stage, job) => stage.overLine({ bitsPerSecond: GIGABIT, roundTripMs: 20 }, job);
const toBackend: Way = (stage, job) => stage.overBackend(job);

function smallFiles(count: number, words: string, way: Way): MeasureCase {
  return async (browser, stage, rounds) => {
    const files = withoutDigests(await makeSmallFiles(stage, count));
    const name = `${count.toLocaleString('en')} × 256 KiB, ${words}`;
    const played = { name, files, comparisons: [againstSequence], count: rounds };
    return way(stage, () => playRounds(browser, stage, played));
  };
}

async function makeSmallFiles(
  stage: Stage,
  count: number,
  folder = 'small',
  bytes = MIB / 4,
): Promise<readonly BenchFile[]> {
  const files: BenchFile[] = [];
  for (let section = 1; section <= count; section += 1) {
    files.push(await makeFile(join(stage.folder, folder), section, bytes));
  }
  return files;
}

/** The server computes their digests. */
function withoutDigests(files: readonly BenchFile[]): readonly BenchFile[] {
  return files.map((file) => ({ ...file, partMd5s: [] }));
}

/** Compares an upload with a checksum file among the chosen files with one without it. */
const measureSums: MeasureCase = async (browser, stage, rounds) => {
  const images = await makeSmallFiles(stage, 1_000);
  const sums = await makeChecksumFile(stage.folder, images);
  const played = { name: '1,000 × 256 KiB with MD5SUMS', files: withoutDigests([...images, sums]) };
  return direct(stage, () => playRounds(browser, stage, { ...played, comparisons: [againstUnlisted], count: rounds }));
};

/** A single round is a quick one. */
const measureDm: MeasureCase = async (browser, stage, count) => {
  const gib = count === 1 ? 1 : 4;
  const files = [await makeFile(join(stage.folder, 'dm'), 1, gib * 1024 * MIB)];
  const comparisons = [{ baseline: { name: 'curl and md5sum', run: curl }, atLeast: 0.9 }];
  const played = { name: `dm, ${String(gib)} GiB, loopback`, files, comparisons, count, measured: dm };
  return direct(stage, () => playRounds(browser, stage, played));
};

const measureDmSmall: MeasureCase = async (browser, stage, count) => {
  const total = count === 1 ? 1_000 : 10_000;
  const files = withoutDigests(await makeSmallFiles(stage, total, 'dm-small', MIB / 32));
  const comparisons = [{ baseline: { name: 'bare calls', run: bareCalls }, atLeast: 0.9 }];
  const played = { name: `dm, ${total.toLocaleString('en')} × 32 KiB`, files, comparisons, count, measured: dm };
  return direct(stage, () => playRounds(browser, stage, played));
};

function isImage({ name }: BenchFile): boolean {
  return name.endsWith('.tif');
}

/** All cases by their name on the command line. */
export const CASES: Readonly<Record<string, BenchCase>> = {
  loopback: often(overLine('1 GiB, loopback', 1024 * MIB, undefined, [againstHashed, againstUppy])),
  'loopback-4': seldom(overLine('4 GiB, loopback', 4096 * MIB, undefined, [againstHashed])),
  small: seldom(smallFiles(500, 'local backend', toBackend)),
  'small-lean': seldom(smallFiles(1_000, 'server that keeps nothing', direct)),
  sums: seldom(measureSums),
  'small-20': seldom(smallFiles(100, '1 Gbit/s, 20 ms', twentyMs)),
  preview: seldom(measurePreview),
  start: often(measureStart),
  'gigabit-20': seldom(
    overLine('1 GiB, 1 Gbit/s, 20 ms', 1024 * MIB, { bitsPerSecond: GIGABIT, roundTripMs: 20 }, [
      againstRaw,
      againstUppy,
    ]),
  ),
  'gigabit-80': seldom(
    overLine('1 GiB, 1 Gbit/s, 80 ms', 1024 * MIB, { bitsPerSecond: GIGABIT, roundTripMs: 80 }, [againstRaw]),
  ),
  '100mbit-80': seldom(
    overLine('128 MiB, 100 Mbit/s, 80 ms', 128 * MIB, { bitsPerSecond: GIGABIT / 10, roundTripMs: 80 }, [againstRaw]),
  ),
  preflight: seldom(measurePreflight),
  listing: often(measureListing),
  fetch: seldom(measureFetch),
  memory: seldom((_browser, stage) => measureMemory(stage)),
  dm: seldom(measureDm),
  'dm-small': seldom(measureDmSmall),
  'dm-memory': seldom((_browser, stage) => measureDmMemory(stage)),
};

function often(measure: MeasureCase): BenchCase {
  return { measure, rounds: ROUNDS };
}

function seldom(measure: MeasureCase): BenchCase {
  return { measure, rounds: FEW_ROUNDS };
}
