import fc from 'fast-check';
import type { Failure } from '../../../src/domain/failures/failure';
import { decideRetry, retryWait } from '../../../src/domain/transfers/retryPolicy';

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
];

describe('after a failed try', () => {
  it.each(PASSING)('$kind is retried three times, then given up', (failure) => {
    const kinds = [1, 2, 3, 4].map((tries) => decideRetry(failure, tries, 0.5).kind);
    expect(kinds).toEqual(['retry', 'retry', 'retry', 'give-up']);
  });

  it.each(LASTING)('$kind is given up at once', (failure) => {
    expect(decideRetry(failure, 1, 0.5)).toEqual({ kind: 'give-up' });
  });

  it('a network that is gone is waited for, however often', () => {
    expect(decideRetry({ kind: 'unreachable' }, 99, 0.5)).toEqual({ kind: 'wait-for-network' });
  });

  it('a session that is lost is waited for, however often', () => {
    expect(decideRetry({ kind: 'unauthorized' }, 99, 0.5)).toEqual({ kind: 'wait-for-session' });
  });
});

describe('the wait before a retry', () => {
  it('is 1 s, 2 s, 4 s', () => {
    expect([1, 2, 3].map((tries) => retryWait(tries, 0.5))).toEqual([1_000, 2_000, 4_000]);
  });

  it('is spread by half to either side', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, fraction) => {
        const middle = retryWait(tries, 0.5);
        const wait = retryWait(tries, fraction);
        expect(wait).toBeGreaterThanOrEqual(middle / 2);
        expect(wait).toBeLessThanOrEqual(middle * 1.5);
      }),
    );
  });
});
