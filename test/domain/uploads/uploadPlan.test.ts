import fc from 'fast-check';
import { UPLOAD_MAX_PARTS, UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import {
  isWorthFinishing,
  missingParts,
  partBytes,
  planParts,
  UPLOAD_MAX_BYTES,
} from '@data-manager/domain/uploads/uploadPlan';

function planOf(size: number) {
  const plan = planParts(size);
  return plan.ok ? plan.value : [];
}

describe('planParts', () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [UPLOAD_PART_BYTES, [UPLOAD_PART_BYTES]],
    [UPLOAD_PART_BYTES + 1, [UPLOAD_PART_BYTES, 1]],
  ])('splits %d bytes into parts of %j', (size, sizes) => {
    expect(planOf(size).map(({ start, end }) => end - start)).toEqual(sizes);
  });

  it('creates contiguous parts, numbered from 1, of full size except for the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 * UPLOAD_PART_BYTES }), (size) => {
        const plan = planOf(size);
        let next = 0;
        for (const [index, { partNumber, start, end }] of plan.entries()) {
          expect([partNumber, start]).toEqual([index + 1, next]);
          expect(end - start).toBe(partBytes(size, partNumber));
          if (index < plan.length - 1) expect(end - start).toBe(UPLOAD_PART_BYTES);
          next = end;
        }
        expect(next).toBe(size);
      }),
    );
  });

  it('rejects a file of more than 10,000 parts', () => {
    expect(planOf(UPLOAD_MAX_BYTES)).toHaveLength(UPLOAD_MAX_PARTS);
    expect(planParts(UPLOAD_MAX_BYTES + 1)).toEqual({ ok: false, failure: 'too-large' });
  });

  it('omits uploaded parts in missingParts', () => {
    const session = [2, 1].map((partNumber) => ({ partNumber, etag: 'e', md5: 'm' }));
    expect(missingParts(planOf(3 * UPLOAD_PART_BYTES), session).map((part) => part.partNumber)).toEqual([3]);
  });
});

describe('isWorthFinishing', () => {
  it.each([
    ['is half sent at an unknown pace', 100, 50, undefined, true],
    ['is less than half sent at an unknown pace', 100, 49, undefined, false],
    ['ends within ten seconds', 100, 0, 10, true],
    ['takes longer than ten seconds', 100, 0, 9, false],
    ['is sent but not answered yet', 100, 100, 0, true],
  ])('is right for a part that %s', (_, size, sent, pace, expected) => {
    expect(isWorthFinishing(size, sent, pace)).toBe(expected);
  });
});
