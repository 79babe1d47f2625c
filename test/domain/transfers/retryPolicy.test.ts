import fc from 'fast-check';
import type { Failure } from '@data-manager/domain/failures/failure';
import { decideRetry, growingPause } from '@data-manager/domain/transfers/retryPolicy';

const PASSING: readonly Failure[] = [
  { kind: 'checksum-mismatch', partNumber: 1, etag: 'e', md5: 'm' },
  { kind: 'url-refused', partNumber: 1 },
  { kind: 'storage-refused', status: 500, partNumber: 1 },
  { kind: 'stalled', partNumber: 1 },
  { kind: 'storage-unreachable', partNumber: 1 },
];
const LASTING: readonly Failure[] = [
  { kind: 'forbidden' },
  { kind: 'not-found' },
  { kind: 'refused', status: 500, message: 'no' },
  { kind: 'bad-answer', endpoint: 'e', field: 'f' },
  { kind: 'aborted' },
  { kind: 'etag-hidden' },
  { kind: 'etag-no-hash' },
  { kind: 'file-gone', fileName: 'a' },
  { kind: 'file-changed', fileName: 'a' },
  { kind: 'file-too-large', fileName: 'a' },
  { kind: 'checksum-differs', from: 'MD5SUMS', value: 'a', found: 'b' },
];

it.each(PASSING)('decideRetry retries $kind three times, then gives up', (failure) => {
  const kinds = [1, 2, 3, 4].map((tries) => decideRetry(failure, tries, 0.5).kind);
  expect(kinds).toEqual(['retry', 'retry', 'retry', 'give-up']);
});

it.each(LASTING)('decideRetry gives up immediately on $kind', (failure) => {
  expect(decideRetry(failure, 1, 0.5)).toEqual({ kind: 'give-up' });
});

it('decideRetry waits for the network without counting retries', () => {
  expect(decideRetry({ kind: 'unreachable' }, 99, 0.5)).toEqual({ kind: 'wait-for-network' });
});

it('decideRetry waits for the session without counting retries', () => {
  expect(decideRetry({ kind: 'unauthorized' }, 99, 0.5)).toEqual({ kind: 'wait-for-session' });
});

describe('growingPause', () => {
  it.each([
    ['part', [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]],
    ['offline', [10_000, 20_000, 40_000, 80_000, 80_000, 80_000]],
    ['screen', [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]],
    ['image', [5_000, 10_000, 20_000, 40_000, 80_000, 120_000]],
  ] as const)('the pauses of the kind `%s` double up to the longest', (kind, pauses) => {
    expect([1, 2, 3, 4, 5, 6].map((tries) => growingPause(kind, tries))).toEqual(pauses);
  });

  it('a pause varies by up to 50% at random', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, fraction) => {
        const middle = growingPause('part', tries, 0.5);
        const wait = growingPause('part', tries, fraction);
        expect(wait).toBeGreaterThanOrEqual(middle / 2);
        expect(wait).toBeLessThanOrEqual(middle * 1.5);
      }),
    );
  });
});
