import fc from 'fast-check';
import { adjustConcurrency, INITIAL_CONCURRENCY, type Concurrency } from '@data-manager/domain/uploads/concurrency';

/** Throughput by the number of parts in flight, bytes per second. */
type Connection = (concurrency: number) => number;

/** A connection on which every part is slowed by its own TCP stream, until `partsToFill` of them use it fully. */
const line =
  (partsToFill: number): Connection =>
  (concurrency) =>
    1_000_000 * Math.min(concurrency, partsToFill);

/** Adds noise of up to 4 % to a throughput; `noise` is a repeating sequence of numbers from 0 to 1. */
const noisy =
  (carries: Connection, noise: readonly number[]): ((concurrency: number, sample: number) => number) =>
  (concurrency, sample) =>
    carries(concurrency) * (0.96 + 0.08 * (noise[sample % noise.length] ?? 0.5));

/** Returns the target after each sample. */
function targetsOn(
  measure: (concurrency: number, sample: number) => number,
  samples: number,
  start: Concurrency = INITIAL_CONCURRENCY,
): { readonly targets: number[]; readonly end: Concurrency } {
  const targets: number[] = [];
  let end = start;
  for (let sample = 0; sample < samples; sample += 1) {
    end = adjustConcurrency(end, { concurrency: end.target, bytesPerSecond: measure(end.target, sample) });
    targets.push(end.target);
  }
  return { targets, end };
}

function shareOf(targets: readonly number[], wanted: number): number {
  return targets.filter((target) => target === wanted).length / targets.length;
}

const anyNoise = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
const anySample = fc.record({ concurrency: fc.integer({ min: 0, max: 8 }), bytesPerSecond: fc.double() });

describe('adjustConcurrency', () => {
  it('stays between 2 and 6 for any measurements', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 300 }), fc.infiniteStream(fc.double()), (samples, rates) => {
        let current = INITIAL_CONCURRENCY;
        for (const sample of samples) {
          // Half of the samples are taken at the target, so that the search proceeds.
          current = adjustConcurrency(current, sample);
          const [bytesPerSecond = 1] = rates.take(1);
          current = adjustConcurrency(current, { concurrency: current.target, bytesPerSecond });
          expect(current.target).toBeGreaterThanOrEqual(2);
          expect(current.target).toBeLessThanOrEqual(6);
        }
      }),
    );
  });

  it('reaches 6 within ten seconds on a connection with high bandwidth and latency, and stays close', () => {
    fc.assert(
      fc.property(anyNoise, (noise) => {
        const { targets } = targetsOn(noisy(line(6), noise), 1_000);
        expect(targets.slice(0, 20)).toContain(6);
        expect(Math.min(...targets.slice(20))).toBeGreaterThanOrEqual(5);
        expect(shareOf(targets.slice(20), 6)).toBeGreaterThan(0.9);
      }),
    );
  });

  it('stays at 2, except for short trials of 3, where more parts gain nothing', () => {
    fc.assert(
      fc.property(anyNoise, (noise) => {
        const { targets } = targetsOn(noisy(line(2), noise), 1_000);
        expect(Math.max(...targets)).toBe(3);
        expect(shareOf(targets, 2)).toBeGreaterThan(0.9);
      }),
    );
  });

  it.each([2, 3, 4, 5, 6])('settles at %d if that many parts fill the connection', (partsToFill) => {
    const { targets } = targetsOn(line(partsToFill), 1_000);
    expect(shareOf(targets.slice(24), partsToFill)).toBeGreaterThan(0.9);
  });

  it('adds a part only for 10 % more throughput', () => {
    const gaining =
      (gain: number): Connection =>
      (concurrency) =>
        concurrency === 2 ? 100 : 100 * gain;
    expect(shareOf(targetsOn(gaining(1.09), 500).targets, 2)).toBeGreaterThan(0.9);
    expect(shareOf(targetsOn(gaining(1.11), 500).targets, 3)).toBeGreaterThan(0.9);
  });

  it('decreases when two parts have become enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 6 }), fc.nat(300), (partsToFill, samples) => {
        const before = targetsOn(line(partsToFill), samples).end;
        const { targets } = targetsOn(line(2), 1_500, before);
        expect(shareOf(targets.slice(-300), 2)).toBeGreaterThan(0.9);
      }),
    );
  });

  it.each([
    ['taken at another concurrency', { concurrency: 1, bytesPerSecond: 5_000_000 }],
    ['without any progress', { concurrency: 2, bytesPerSecond: 0 }],
    ['of no bytes in no time', { concurrency: 2, bytesPerSecond: Number.NaN }],
    ['of bytes in no time', { concurrency: 2, bytesPerSecond: Infinity }],
    ['taken while the clock was set back', { concurrency: 2, bytesPerSecond: -5_000_000 }],
  ])('ignores a sample %s', (_, sample) => {
    expect(adjustConcurrency(INITIAL_CONCURRENCY, sample)).toBe(INITIAL_CONCURRENCY);
  });
});
