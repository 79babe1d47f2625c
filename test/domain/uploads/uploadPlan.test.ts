import fc from 'fast-check';
import { UPLOAD_MAX_PARTS, UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import {
  answerLimit,
  isWorthFinishing,
  missingParts,
  partBytes,
  partCount,
  planParts,
  slowPartSize,
  UPLOAD_MAX_BYTES,
} from '@data-manager/domain/uploads/uploadPlan';

function planOf(size: number) {
  const plan = planParts({ size });
  return plan.ok ? plan.value : [];
}

it.each([
  [0, [0]],
  [1, [1]],
  [UPLOAD_PART_BYTES, [UPLOAD_PART_BYTES]],
  [UPLOAD_PART_BYTES + 1, [UPLOAD_PART_BYTES, 1]],
])('planParts splits %d bytes into parts of %j', (size, sizes) => {
  expect(planOf(size).map(({ start, end }) => end - start)).toEqual(sizes);
});

it('planParts creates contiguous parts, numbered from 1, of full size except for the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 * UPLOAD_PART_BYTES }), (size) => {
      const plan = planOf(size);
      let next = 0;
      for (const [index, { partNumber, start, end }] of plan.entries()) {
        expect([partNumber, start]).toEqual([index + 1, next]);
        expect(end - start).toBe(partBytes({ size }, partNumber));
        if (index < plan.length - 1) expect(end - start).toBe(UPLOAD_PART_BYTES);
        next = end;
      }
      expect(next).toBe(size);
    }),
  );
});

it('planParts rejects a file of more than 10,000 parts', () => {
  expect(planOf(UPLOAD_MAX_BYTES)).toHaveLength(UPLOAD_MAX_PARTS);
  expect(planParts({ size: UPLOAD_MAX_BYTES + 1 })).toEqual({ ok: false, failure: 'too-large' });
});

it('planParts omits uploaded parts in missingParts', () => {
  const session = [2, 1].map((partNumber) => ({ partNumber, etag: 'e', md5: 'm' }));
  expect(missingParts(planOf(3 * UPLOAD_PART_BYTES), session).map((part) => part.partNumber)).toEqual([3]);
});

describe('slowPartSize', () => {
  const MIB = 1024 ** 2;

  it.each([
    ['no other size before anything is measured', 1024 * MIB, undefined, undefined],
    ['no other size on a fast line', 1024 * MIB, MIB, undefined],
    ['parts that take two minutes at most', 1024 * MIB, MIB / 4, 16 * MIB],
    ['parts of at least 8 MiB', 1024 * MIB, 10, 8 * MIB],
    ['at most 10,000 parts', 10_000 * 20 * MIB, 10, 32 * MIB],
  ])('returns %s', (_, size, bytesPerSecond, partSize) => {
    expect(slowPartSize(size, bytesPerSecond)).toBe(partSize);
  });

  it('a part size for a slow line splits every allowed file into allowed parts', () => {
    const sizes = fc.integer({ min: 1, max: UPLOAD_MAX_BYTES });
    fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1e8 }), (size, bytesPerSecond) => {
        const partSize = slowPartSize(size, bytesPerSecond) ?? UPLOAD_PART_BYTES;
        expect(partSize).toBeGreaterThanOrEqual(8 * MIB);
        expect(partCount({ size, partSize })).toBeLessThanOrEqual(UPLOAD_MAX_PARTS);
      }),
    );
  });
});

it.each([
  ['five minutes for a part that a proxy took at once', 20 * 1024 ** 2, 10, 300_000],
  ['longer for a large part', 64 * 1024 ** 2, 10, 524_288],
  ['twice as long as sending took', 1024, 400_000, 800_000],
])('answerLimit is %s', (_, size, sentInMs, limitMs) => {
  expect(answerLimit(size, sentInMs)).toBe(limitMs);
});

it.each([
  ['is half sent at an unknown pace', 100, 50, undefined, true],
  ['is less than half sent at an unknown pace', 100, 49, undefined, false],
  ['ends within ten seconds', 100, 0, 10, true],
  ['takes longer than ten seconds', 100, 0, 9, false],
  ['is sent but not answered yet', 100, 100, 0, true],
])('isWorthFinishing is right for a part that %s', (_, size, sent, pace, expected) => {
  expect(isWorthFinishing(size, sent, pace)).toBe(expected);
});
