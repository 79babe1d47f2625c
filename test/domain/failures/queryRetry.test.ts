import fc from 'fast-check';
import { decideQueryRetry } from '@data-manager/domain/failures/queryRetry';

const GIVE_UP = { kind: 'give-up' };
const after = (waitMs: number) => ({ kind: 'retry', waitMs });

describe('an API call that returned an error', () => {
  it.each([500, 502, 503])('repeats a call that returned %i twice, three seconds apart', (status) => {
    expect([0, 1, 2].map((retries) => decideQueryRetry(status, retries))).toEqual([
      after(3_000),
      after(3_000),
      GIVE_UP,
    ]);
  });

  it.each([0, 400, 403, 404, 409, 429, 501, 504])('does not repeat a call that returned %i', (status) => {
    expect(decideQueryRetry(status, 0)).toEqual(GIVE_UP);
  });

  it.each([429, 503])(
    'repeats a call that returned %i after the time in Retry-After, not after three seconds',
    (status) => {
      expect(decideQueryRetry(status, 0, 20_000)).toEqual(after(20_000));
      expect(decideQueryRetry(status, 1, 60_000)).toEqual(after(60_000));
      expect(decideQueryRetry(status, 0, 0)).toEqual(after(3_000));
      expect(decideQueryRetry(status, 2, 20_000)).toEqual(GIVE_UP);
    },
  );

  it.each([429, 503])('reports %i immediately if Retry-After is longer than a minute', (status) => {
    expect(decideQueryRetry(status, 0, 60_001)).toEqual(GIVE_UP);
  });

  it('is repeated twice at most, never before the time in Retry-After, and never after more than a minute', () => {
    const asked = fc.option(fc.nat({ max: 10_000_000 }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(429, 500, 502, 503), fc.nat({ max: 5 }), asked, (status, retries, retryAfterMs) => {
        const decision = decideQueryRetry(status, retries, retryAfterMs);
        if (decision.kind === 'give-up') return;
        expect(retries).toBeLessThan(2);
        expect(decision.waitMs).toBeGreaterThanOrEqual(3_000);
        expect(decision.waitMs).toBeLessThanOrEqual(60_000);
        if (status === 429 || status === 503) expect(decision.waitMs).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
      }),
    );
  });
});
