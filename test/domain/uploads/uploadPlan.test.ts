import fc from 'fast-check';
import { UPLOAD_MAX_PARTS, UPLOAD_PART_BYTES } from '../../../src/domain/constants';
import { missingParts, partBytes, planParts, UPLOAD_MAX_BYTES } from '../../../src/domain/uploads/uploadPlan';

function planOf(size: number) {
  const plan = planParts(size);
  return plan.ok ? plan.value : [];
}

describe('the parts of a file', () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [UPLOAD_PART_BYTES, [UPLOAD_PART_BYTES]],
    [UPLOAD_PART_BYTES + 1, [UPLOAD_PART_BYTES, 1]],
  ])('of %d bytes are %j', (size, sizes) => {
    expect(planOf(size).map(({ start, end }) => end - start)).toEqual(sizes);
  });

  it('follow on each other without a gap, are numbered from 1, and are of the full size but for the last', () => {
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

  it('are 10,000 at most: a file that needs more is refused', () => {
    expect(planOf(UPLOAD_MAX_BYTES)).toHaveLength(UPLOAD_MAX_PARTS);
    expect(planParts(UPLOAD_MAX_BYTES + 1)).toEqual({ ok: false, failure: 'too-large' });
  });

  it('that the storage holds are not missing', () => {
    const session = [2, 1].map((partNumber) => ({ partNumber, etag: 'e', md5: 'm' }));
    expect(missingParts(planOf(3 * UPLOAD_PART_BYTES), session).map((part) => part.partNumber)).toEqual([3]);
  });
});
