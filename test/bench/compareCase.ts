import { matchFiles } from '../../src/domain/compare/comparedFiles';
import { createComparisonRun } from '../../src/features/compare/comparisonRun';
import { ok } from '../../src/lib/result';
import { hashBlob } from '../../src/platform/hashBlob';
import type { FoundBatch, FoundFile } from '../../src/platform/readFiles';
import { digits, medianOf, type Finding } from './report';

const MIB = 1024 ** 2;
const FILES = 16;
const FILE_BYTES = 16 * MIB;
/** The rate of comparing contents, as a share of hashing the same files one after the other. */
const HASH_RATIO = 0.9;
const NAMES = 100_000;
const LONGEST_SLICE_MS = 50;
const PATH = 'acme/brains/DS';

/** Measures comparing contents against bare hashing, and the slices in which names are compared. Needs no browser. */
export async function measureCompare(count: number): Promise<readonly Finding[]> {
  const bytes = new Uint8Array(FILE_BYTES);
  const files = Array.from({ length: FILES }, (_, index) => foundFile(new File([bytes], `${index}.tif`)));
  // The first run compiles the code.
  await hashAll(files);
  const rounds: { readonly bare: number; readonly compared: number }[] = [];
  for (let round = 0; round < count; round += 1) {
    rounds.push({ bare: await hashAll(files), compared: await compare(files) });
  }
  const speedOf = (seconds: number): string => `${((FILES * FILE_BYTES) / seconds / 1e6).toFixed(0)} MB/s`;
  const ratios = rounds.map(({ bare, compared }) => bare / compared);
  const ratio = medianOf(ratios);
  const longest = longestSlice();
  return [
    {
      name: `contents of ${FILES} × ${FILE_BYTES / MIB} MiB compared`,
      measured: speedOf(medianOf(rounds.map(({ compared }) => compared))),
      against: `${speedOf(medianOf(rounds.map(({ bare }) => bare)))}, bare hashing`,
      value: digits(ratio),
      rounds: ratios,
      target: `≥ ${digits(HASH_RATIO)}`,
      isMet: ratio >= HASH_RATIO,
    },
    {
      name: `names of ${NAMES.toLocaleString('en')} files compared, longest slice`,
      measured: `${digits(longest)} ms`,
      against: '–',
      value: digits(longest),
      target: `≤ ${LONGEST_SLICE_MS} ms`,
      isMet: longest <= LONGEST_SLICE_MS,
    },
  ];
}

function foundFile(file: File): FoundFile {
  return { file, relativePath: `DS/${file.name}`, size: file.size, lastModified: file.lastModified };
}

async function hashAll(files: readonly FoundFile[]): Promise<number> {
  const started = performance.now();
  for (const { file } of files) await hashBlob(file);
  return (performance.now() - started) / 1_000;
}

/** Compares files with a server that lists the same names and sizes. */
async function compare(files: readonly FoundFile[]): Promise<number> {
  const entries = files.map(({ file, size }) => ({ key: `${PATH}/${file.name}`, size, etag: '0'.repeat(32) }));
  const run = createComparisonRun(PATH, {
    clock: { now: () => Date.now() },
    hashPart: (body, signal) => hashBlob(body, signal),
    probeFile: () => Promise.resolve('readable'),
  });
  const started = performance.now();
  run.choose(batchOf(files), () => Promise.resolve(ok({ pieces: [entries], count: entries.length })));
  await new Promise<void>((resolve) => {
    run.subscribe(() => {
      if (run.getState().phase === 'done') resolve();
    });
  });
  return (performance.now() - started) / 1_000;
}

async function* batchOf(found: readonly FoundFile[]): AsyncGenerator<FoundBatch, void> {
  yield await Promise.resolve({ found, unreadable: 0 });
}

/** Returns the longest time between two yields to the event loop, milliseconds. */
function longestSlice(): number {
  const names = Array.from({ length: NAMES }, (_, index) => `DS_S${String(index).padStart(6, '0')}_L01_ch01.tif`);
  const chosen = names.map((name) => ({ file: { name }, relativePath: `DS/${name}`, size: 1, lastModified: 0 }));
  const entries = names.map((name) => ({ key: `${PATH}/${name}`, size: 1, etag: '0'.repeat(32) }));
  const pieces = Array.from({ length: NAMES / 1_000 }, (_, index) => entries.slice(index * 1_000, (index + 1) * 1_000));
  const work = matchFiles(chosen, { pieces, count: NAMES }, PATH);
  let longest = 0;
  for (;;) {
    const started = performance.now();
    const { done } = work.next();
    longest = Math.max(longest, performance.now() - started);
    if (done === true) return longest;
  }
}
