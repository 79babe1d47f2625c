import { GROWING_WORKS, type GrowingWork } from './growingWorks';
import { digits, type Finding } from './report';

/** The largest size is this many times the usual one, and the smallest is this many times smaller. */
const FACTOR = 10;
/** Runs of a small size are repeated for at least this long, so that the code is optimized. */
const LEAST_MS = 100;
/** Maximum time of these runs, including the creation of their input. */
const MOST_MS = 2_000;
/**
 * From 10,000 to 1,000,000 items, n log n grows with an exponent of 1.09. The margin is for caches, which large lists
 * do not fit into.
 */
const MOST_EXPONENT = 1.25;

/** Measures how the time of a workload grows with its size, as the exponent of n. Needs no browser. */
export async function measureGrowth(count: number): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const work of GROWING_WORKS) findings.push(await findingOf(work, count));
  return findings;
}

async function findingOf(work: GrowingWork, count: number): Promise<Finding> {
  const { name, size } = work;
  const sizes = [size / FACTOR, size, size * FACTOR];
  const rounds: number[][] = [];
  for (let round = 0; round < count; round += 1) {
    const times: number[] = [];
    for (const one of sizes) times.push(await millisecondsOf(work, one));
    rounds.push(times);
  }
  // Garbage collection disturbs single rounds.
  const least = sizes.map((_, index) => Math.min(...rounds.map((times) => times[index] ?? Number.NaN)));
  const exponent = exponentOf(least);
  return {
    name: `growth, ${name}: exponent`,
    measured: least.map((ms, index) => `${(sizes[index] ?? 0).toLocaleString('en')}: ${digits(ms)} ms`).join('; '),
    against: '–',
    value: digits(exponent),
    rounds: rounds.map(exponentOf),
    target: `≤ ${digits(MOST_EXPONENT)}`,
    isMet: exponent <= MOST_EXPONENT,
  };
}

/** Returns the slope between the smallest and the largest size, both on a logarithmic scale. */
function exponentOf(times: readonly number[]): number {
  return Math.log((times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)) / Math.log(FACTOR ** (times.length - 1));
}

/**
 * Returns the shortest time of several runs, each with an input of its own. CPU time would be too coarse for short
 * workloads.
 */
async function millisecondsOf({ prepare }: GrowingWork, size: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let spent = 0;
  const end = performance.now() + MOST_MS;
  do {
    const run = prepare(size);
    const started = performance.now();
    await run();
    const ms = performance.now() - started;
    least = Math.min(least, ms);
    spent += ms;
  } while (spent < LEAST_MS && performance.now() < end);
  return least;
}
