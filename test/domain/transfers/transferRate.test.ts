import fc from 'fast-check';
import {
  formatTimeLeft,
  measure,
  rateOf,
  startMeter,
  type RateMeter,
} from '@data-manager/domain/transfers/transferRate';

interface Step {
  readonly elapsed: number;
  /** Bytes; negative if progress was lost. */
  readonly moved: number;
}

/** Returns a meter after these steps. */
function after(steps: readonly Step[]): RateMeter {
  let at = 1_000_000;
  let sent = 10_000_000;
  return steps.reduce(
    (meter, { elapsed, moved }) => {
      at += elapsed;
      sent += moved;
      return measure(meter, at, sent);
    },
    startMeter(at, sent),
  );
}

const step = fc.record({
  elapsed: fc.integer({ min: 1, max: 60_000 }),
  moved: fc.integer({ min: -1_000_000, max: 100_000_000 }),
});
const repeat = (count: number, one: Step): Step[] => Array.from({ length: count }, () => one);

it('rateOf is never negative and never above the fastest sample', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      const rate = rateOf(after(steps));
      if (rate === undefined) return true;
      const fastest = Math.max(...steps.map(({ elapsed, moved }) => (Math.max(0, moved) * 1000) / elapsed));
      return rate >= 0 && rate <= fastest * (1 + 1e-9);
    }),
  );
});

it('rateOf equals a constant rate from the beginning', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 3, max: 100 }), (moved, seconds) => {
      expect(rateOf(after(repeat(seconds, { elapsed: 1_000, moved })))).toBeCloseTo(moved, 3);
    }),
  );
});

it('rateOf is undefined in the first three seconds', () => {
  expect(rateOf(after(repeat(2, { elapsed: 1_499, moved: 5 })))).toBeUndefined();
  expect(rateOf(after(repeat(2, { elapsed: 1_500, moved: 3_000 })))).toBeCloseTo(2_000);
});

it('rateOf approaches a new rate within a minute', () => {
  const slow = repeat(60, { elapsed: 1_000, moved: 100 });
  const once = rateOf(after([...slow, { elapsed: 1_000, moved: 1_000 }])) ?? 0;
  expect(once).toBeLessThan(250);
  const settled = rateOf(after([...slow, ...repeat(60, { elapsed: 1_000, moved: 1_000 })])) ?? 0;
  expect(settled).toBeGreaterThan(990);
});

it('rateOf approaches zero while nothing moves', () => {
  const steps = [...repeat(60, { elapsed: 1_000, moved: 1_000 }), ...repeat(60, { elapsed: 1_000, moved: 0 })];
  expect(rateOf(after(steps))).toBeLessThan(10);
});

it('rateOf ignores a clock that is set back', () => {
  const steps = repeat(5, { elapsed: 1_000, moved: 1_000 });
  const setBack = [...steps, { elapsed: -3_600_000, moved: 5_000 }, ...steps];
  expect(rateOf(after(setBack))).toBeCloseTo(1_000);
});

it.each([
  [0, 1, '10 s left'],
  [19.5, 1, '20 s left'],
  [51, 1, '1 min left'],
  [48 * 60 - 30, 1, '48 min left'],
  [2 * 3600 + 5 * 60, 1, '2 h 5 min left'],
  [3600 - 1, 1, '1 h 0 min left'],
])('formatTimeLeft formats %d bytes at %d bytes per second as "%s"', (bytes, rate, words) => {
  expect(formatTimeLeft(bytes, rate)).toBe(words);
});

it('formatTimeLeft returns undefined if nothing moves', () => {
  expect(formatTimeLeft(5, 0)).toBeUndefined();
  expect(formatTimeLeft(0, 0)).toBeUndefined();
});
