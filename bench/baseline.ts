import * as v from 'valibot';
import { digits, medianOf, type Finding } from './report';

/** Changes below this share of the baseline do not count, however steady the rounds are. */
const LEAST_NOISE = 0.05;
/** The same for runs with too few rounds to show their noise. */
const UNKNOWN_NOISE = 0.2;
const FEWEST_ROUNDS = 3;

const Result = v.object({
  name: v.string(),
  /** One value per round. */
  rounds: v.pipe(v.array(v.number()), v.minLength(1)),
  isHigherBetter: v.boolean(),
});

/** The results of a run, as they are stored in a file. */
export type BenchResult = v.InferOutput<typeof Result>;

const Results = v.array(Result);

/** Parses the text of a baseline file. Throws if it is malformed. */
export function parseResults(text: string): readonly BenchResult[] {
  return v.parse(Results, JSON.parse(text));
}

/** Returns the results of the rows of the table. */
export function resultsOf(findings: readonly Finding[]): readonly BenchResult[] {
  return findings.map(({ name, value, rounds, target }) => ({
    name,
    rounds: [...(rounds ?? [Number(value)])],
    isHigherBetter: target.startsWith('≥'),
  }));
}

/** Returns the baseline with the results of the cases that ran, and its other results unchanged. */
export function mergeResults(
  baseline: readonly BenchResult[],
  results: readonly BenchResult[],
): readonly BenchResult[] {
  const names = new Set(results.map(({ name }) => name));
  return [...baseline.filter(({ name }) => !names.has(name)), ...results];
}

/**
 * Returns the names of the results that are worse than in the baseline, by more than the noise of both runs. The noise
 * of a run is half the range of its rounds. Results without a baseline are skipped.
 */
export function findSlower(baseline: readonly BenchResult[], results: readonly BenchResult[]): readonly string[] {
  const before = new Map(baseline.map((result) => [result.name, result]));
  return results.flatMap((result) => {
    const earlier = before.get(result.name);
    if (earlier === undefined) return [];
    const [from, to] = [medianOf(earlier.rounds), medianOf(result.rounds)];
    const loss = result.isHigherBetter ? from - to : to - from;
    const noise = Math.max(rangeOf(earlier) / 2, rangeOf(result) / 2, Math.abs(from) * leastNoise(earlier, result));
    if (loss <= noise) return [];
    return [`${result.name}: ${digits(from)} → ${digits(to)} (noise ${digits(noise)})`];
  });
}

function rangeOf({ rounds }: BenchResult): number {
  return Math.max(...rounds) - Math.min(...rounds);
}

function leastNoise(...runs: readonly BenchResult[]): number {
  return runs.every(({ rounds }) => rounds.length >= FEWEST_ROUNDS) ? LEAST_NOISE : UNKNOWN_NOISE;
}
