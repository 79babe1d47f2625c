import { join } from 'node:path';
import type { Browser } from './browser';
import { measureBrowsers } from './browsersCase';
import { measureCompare } from './compareCase';
import { measureDevTools } from './devToolsCase';
import { measureFetch } from './fetchCase';
import { makeFile, type BenchFile } from './files';
import { measureGrowth } from './growthCase';
import { measureListing } from './listingCase';
import { measureMemory } from './memoryCase';
import { measureMosaic } from './mosaicCase';
import { measurePanel } from './panelCase';
import { measurePreflight } from './preflightCase';
import { measurePreview } from './previewCase';
import { measureReplay } from './replayCase';
import type { Finding } from './report';
import { playRounds, type Comparison } from './rounds';
import { measureServer } from './serverCase';
import { measureFairness } from './serverFairCase';
import { measureServerOnS3 } from './serverS3Case';
import type { LineShape } from './shapedLine';
import { hashed, raw, sequence, uppy } from './sides';
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
    const files: BenchFile[] = [];
    for (let section = 1; section <= count; section += 1) {
      files.push({ ...(await makeFile(join(stage.folder, 'small'), section, MIB / 4)), partMd5s: [] });
    }
    const name = `${count.toLocaleString('en')} × 256 KiB, ${words}`;
    const played = { name, files, comparisons: [againstSequence], count: rounds };
    return way(stage, () => playRounds(browser, stage, played));
  };
}

/** Cases that run only if they are named, because they install packages. */
export const NAMED_ONLY: readonly string[] = ['browsers', 'server-fair', 'server-s3'];

/** All cases by their name on the command line. */
export const CASES: Readonly<Record<string, BenchCase>> = {
  loopback: often(overLine('1 GiB, loopback', 1024 * MIB, undefined, [againstHashed, againstUppy])),
  'loopback-4': seldom(overLine('4 GiB, loopback', 4096 * MIB, undefined, [againstHashed])),
  small: seldom(smallFiles(500, 'local backend', toBackend)),
  'small-lean': seldom(smallFiles(1_000, 'server that keeps nothing', direct)),
  'small-20': seldom(smallFiles(100, '1 Gbit/s, 20 ms', twentyMs)),
  panel: often(measurePanel),
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
  replay: often((_browser, _stage, count) => measureReplay(count)),
  devtools: seldom((_browser, _stage, count) => measureDevTools(count)),
  server: seldom((_browser, _stage, count) => measureServer(count)),
  // Takes five minutes for each kind of server, and alternates itself.
  'server-fair': { measure: (_browser, _stage, count) => measureFairness(count), rounds: 1 },
  'server-s3': seldom((_browser, _stage, count) => measureServerOnS3(count)),
  compare: seldom(measureCompare),
  browsers: seldom(measureBrowsers),
  mosaic: often((_browser, _stage, count) => measureMosaic(count)),
  // Repeats each workload itself.
  growth: { measure: (_browser, _stage, count) => measureGrowth(count), rounds: 1 },
};

function often(measure: MeasureCase): BenchCase {
  return { measure, rounds: ROUNDS };
}

function seldom(measure: MeasureCase): BenchCase {
  return { measure, rounds: FEW_ROUNDS };
}
