import fc from 'fast-check';
import { adjustConcurrency, INITIAL_CONCURRENCY, type Concurrency } from '../../../src/domain/uploads/concurrency';

/** Bytes per second that a line carries with so many parts on it. */
type Line = (inFlight: number) => number;

/** Each part is session back by its own connection, until together they fill the line. */
const line =
  (partsToFill: number): Line =>
  (inFlight) =>
    1_000_000 * Math.min(inFlight, partsToFill);

/** Measurements of a line that differ by up to 4 % from what it carries, as `noise` says (0–1, over and over). */
const noisy =
  (carries: Line, noise: readonly number[]): ((inFlight: number, sample: number) => number) =>
  (inFlight, sample) =>
    carries(inFlight) * (0.96 + 0.08 * (noise[sample % noise.length] ?? 0.5));

/** Targets after each of so many samples of a line. */
function targetsOn(
  measure: (inFlight: number, sample: number) => number,
  samples: number,
  start: Concurrency = INITIAL_CONCURRENCY,
): { readonly targets: number[]; readonly end: Concurrency } {
  const targets: number[] = [];
  let end = start;
  for (let sample = 0; sample < samples; sample += 1) {
    end = adjustConcurrency(end, { inFlight: end.target, bytesPerSecond: measure(end.target, sample) });
    targets.push(end.target);
  }
  return { targets, end };
}

function shareOf(targets: readonly number[], wanted: number): number {
  return targets.filter((target) => target === wanted).length / targets.length;
}

const anyNoise = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
const anySample = fc.record({ inFlight: fc.integer({ min: 0, max: 8 }), bytesPerSecond: fc.double() });

describe('the number of parts in flight', () => {
  it('stays within 2 to 6 whatever is measured', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 300 }), fc.infiniteStream(fc.double()), (samples, rates) => {
        let flight = INITIAL_CONCURRENCY;
        for (const sample of samples) {
          // Half of the samples fit the number, so that the search gets somewhere.
          flight = adjustConcurrency(flight, sample);
          const [bytesPerSecond = 1] = rates.take(1);
          flight = adjustConcurrency(flight, { inFlight: flight.target, bytesPerSecond });
          expect(flight.target).toBeGreaterThanOrEqual(2);
          expect(flight.target).toBeLessThanOrEqual(6);
        }
      }),
    );
  });

  it('is 6 within ten seconds of samples on a long fat line, and stays near', () => {
    fc.assert(
      fc.property(anyNoise, (noise) => {
        const { targets } = targetsOn(noisy(line(6), noise), 1_000);
        expect(targets.slice(0, 20)).toContain(6);
        expect(Math.min(...targets.slice(20))).toBeGreaterThanOrEqual(5);
        expect(shareOf(targets.slice(20), 6)).toBeGreaterThan(0.9);
      }),
    );
  });

  it('is 2 where more brings nothing, but for a short trial of 3 now and then', () => {
    fc.assert(
      fc.property(anyNoise, (noise) => {
        const { targets } = targetsOn(noisy(line(2), noise), 1_000);
        expect(Math.max(...targets)).toBe(3);
        expect(shareOf(targets, 2)).toBeGreaterThan(0.9);
      }),
    );
  });

  it.each([2, 3, 4, 5, 6])('ends at %d where so many fill the line', (partsToFill) => {
    const { targets } = targetsOn(line(partsToFill), 1_000);
    expect(shareOf(targets.slice(24), partsToFill)).toBeGreaterThan(0.9);
  });

  it('is one more only for 10 % more throughput', () => {
    const gaining =
      (gain: number): Line =>
      (inFlight) =>
        inFlight === 2 ? 100 : 100 * gain;
    expect(shareOf(targetsOn(gaining(1.09), 500).targets, 2)).toBeGreaterThan(0.9);
    expect(shareOf(targetsOn(gaining(1.11), 500).targets, 3)).toBeGreaterThan(0.9);
  });

  it('comes down again when the line has become one that two parts fill', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 6 }), fc.nat(300), (partsToFill, samples) => {
        const before = targetsOn(line(partsToFill), samples).end;
        const { targets } = targetsOn(line(2), 1_500, before);
        expect(shareOf(targets.slice(-300), 2)).toBeGreaterThan(0.9);
      }),
    );
  });

  it.each([
    ['with another number on the wire', { inFlight: 1, bytesPerSecond: 5_000_000 }],
    ['without a byte that moved', { inFlight: 2, bytesPerSecond: 0 }],
    ['of no bytes in no time', { inFlight: 2, bytesPerSecond: Number.NaN }],
    ['of bytes in no time', { inFlight: 2, bytesPerSecond: Infinity }],
    ['of a clock that was set back', { inFlight: 2, bytesPerSecond: -5_000_000 }],
  ])('learns nothing from a sample %s', (_, sample) => {
    expect(adjustConcurrency(INITIAL_CONCURRENCY, sample)).toBe(INITIAL_CONCURRENCY);
  });
});
