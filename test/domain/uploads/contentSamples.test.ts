import fc from 'fast-check';
import { SMALL_FILE_BYTES, UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { isSampled, placeSample, planSampleChecks, sampleRanges } from '@data-manager/domain/uploads/contentSamples';
import { planParts } from '@data-manager/domain/uploads/uploadPlan';

const KIB_64 = 64 * 1024;
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function planOf(size: number) {
  const plan = planParts({ size });
  if (!plan.ok) throw new Error('The file is too large.');
  return plan.value;
}

it('the sample of a part is its beginning and one other place, 64 KiB each', () => {
  const [, second] = planOf(3 * UPLOAD_PART_BYTES);
  if (second === undefined) throw new Error('There is no second part.');
  const at = placeSample(second, 0.5);
  expect(sampleRanges(second, at)).toEqual([
    { start: second.start, end: second.start + KIB_64 },
    { start: at, end: at + KIB_64 },
  ]);
});

it('the sample of a part is within the part, and its places do not overlap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 * UPLOAD_PART_BYTES }), fraction, (size, where) => {
      for (const part of planOf(size)) {
        let last = part.start;
        const ranges = sampleRanges(part, placeSample(part, where));
        expect(ranges[0]?.start).toBe(part.start);
        for (const { start, end } of ranges) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(part.end);
          last = end;
        }
      }
    }),
  );
});

it('the sample of a part can be anywhere behind the beginning', () => {
  const [part] = planOf(UPLOAD_PART_BYTES);
  if (part === undefined) throw new Error('There is no part.');
  expect(placeSample(part, 0)).toBe(KIB_64);
  expect(placeSample(part, 1 - Number.EPSILON)).toBe(UPLOAD_PART_BYTES - KIB_64);
});

it('the sample of a part is noted for files that are not read at once', () => {
  expect([SMALL_FILE_BYTES, SMALL_FILE_BYTES + 1].map((size) => isSampled({ size }))).toEqual([false, true]);
});

describe('planSampleChecks', () => {
  const plan = planOf(150 * UPLOAD_PART_BYTES);
  const uploaded = plan.map((part) => ({
    partNumber: part.partNumber,
    etag: 'e',
    md5: 'm',
    sample: { at: part.start + KIB_64, md5: `sample ${String(part.partNumber)}` },
  }));

  it('reads at most 8 MiB at a time, in the order of the file', () => {
    const checks = planSampleChecks(plan, [...uploaded].reverse());
    expect(checks.map(({ noted }) => noted.length)).toEqual([64, 64, 22]);
    expect(checks.flatMap(({ noted }) => noted)).toEqual(uploaded.map(({ sample }) => sample.md5));
    expect(checks.map(({ partNumber }) => partNumber)).toEqual([1, 65, 129]);
  });

  it('leaves out parts without a sample', () => {
    const [first, ...others] = uploaded;
    expect(planSampleChecks(plan, [{ partNumber: 1, etag: 'e', md5: 'm' }])).toEqual([]);
    expect(planSampleChecks(plan, others)[0]?.partNumber).toBe(2);
    expect(first?.partNumber).toBe(1);
  });
});
