import { readMosaic } from '@data-manager/domain/mosaic/mosaicReader';
import { runReader } from '../test/support/runReader';
import { mosaicText } from './mosaicText';
import { digits, medianOf, type Finding } from './report';

/** Tiles of a section. */
const TILES = 100_000;
/** Repetitions, since reading one mosaic takes only a few milliseconds. */
const TIMES = 20;
/** Limit as a multiple of the time it takes to split the same text into lines. */
const SPEED_RATIO = 0.75;
const LONGEST_SLICE_MS = 50;

/** Timings of reading one mosaic. */
interface Reading {
  readonly seconds: number;
  /** Longest time between two yields to the event loop. */
  readonly longestSliceMs: number;
}

/** Measures reading the mosaic of a large section against splitting its text into lines. Needs no browser. */
export function measureMosaic(count: number): Promise<readonly Finding[]> {
  const bytes = new TextEncoder().encode(mosaicText(TILES));
  const splits: number[] = [];
  const readings: Reading[] = [];
  for (let round = 0; round < count * TIMES; round += 1) {
    splits.push(split(bytes));
    readings.push(read(bytes));
  }
  const speedOf = (seconds: number): string => `${(bytes.length / seconds / 1e6).toFixed(0)} MB/s`;
  const ratio = medianOf(readings.map(({ seconds }, round) => (splits[round] ?? Number.NaN) / seconds));
  const longest = Math.max(...readings.map(({ longestSliceMs }) => longestSliceMs));
  const name = `mosaic of ${TILES.toLocaleString('en')} positions, ${digits(bytes.length / 1e6)} MB`;
  return Promise.resolve([
    {
      name,
      measured: speedOf(medianOf(readings.map(({ seconds }) => seconds))),
      against: `${speedOf(medianOf(splits))}, split into lines`,
      value: digits(ratio),
      target: `≥ ${digits(SPEED_RATIO)}`,
      isMet: ratio >= SPEED_RATIO,
    },
    {
      name: `${name}, longest slice`,
      measured: `${digits(longest)} ms`,
      against: '–',
      value: digits(longest),
      target: `≤ ${LONGEST_SLICE_MS} ms`,
      isMet: longest <= LONGEST_SLICE_MS,
    },
  ]);
}

function split(bytes: Uint8Array): number {
  const started = performance.now();
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
  if (lines.length < 2 * TILES) throw new Error('The text has lost its lines.');
  return (performance.now() - started) / 1_000;
}

function read(bytes: Uint8Array): Reading {
  const started = performance.now();
  let sliceStart = started;
  let longestSliceMs = 0;
  const endSlice = (): void => {
    longestSliceMs = Math.max(longestSliceMs, performance.now() - sliceStart);
    sliceStart = performance.now();
  };
  const mosaic = runReader(readMosaic(bytes.length), bytes, endSlice);
  endSlice();
  if (!mosaic.ok) throw new Error(`The mosaic was refused: ${mosaic.failure}`);
  return { seconds: (performance.now() - started) / 1_000, longestSliceMs };
}
