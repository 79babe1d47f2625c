import fc from 'fast-check';
import { UPLOAD_PART_BYTES } from '../../../src/domain/constants';
import { percentOf, sentBytes, uploadPercent } from '../../../src/domain/uploads/uploadProgress';
import { anUploadFile } from '../../support/builders';

function uploading(size: number, ...partNumbers: number[]) {
  const parts = partNumbers.map((partNumber) => ({ partNumber, etag: 'e', md5: 'm' }));
  return anUploadFile({ size, progress: { phase: 'uploading', session: { uploadId: 'u', parts } } });
}

describe('the progress of a file', () => {
  it('is what is verified and what is on the wire', () => {
    expect(sentBytes(uploading(UPLOAD_PART_BYTES + 10, 1), { 2: 4 })).toBe(UPLOAD_PART_BYTES + 4);
  });

  it('counts a part once that is verified while its last sample is still there', () => {
    expect(sentBytes(uploading(UPLOAD_PART_BYTES, 1), { 1: UPLOAD_PART_BYTES })).toBe(UPLOAD_PART_BYTES);
  });

  it('is never more than the file, whatever is told', () => {
    const inFlight = fc.dictionary(fc.integer({ min: 1, max: 6 }).map(String), fc.nat());
    fc.assert(
      fc.property(
        fc.nat(4 * UPLOAD_PART_BYTES),
        fc.array(fc.integer({ min: 1, max: 6 })),
        inFlight,
        (size, parts, wire) => {
          const sent = sentBytes(uploading(size, ...parts), wire);
          expect(sent).toBeGreaterThanOrEqual(0);
          expect(sent).toBeLessThanOrEqual(size);
        },
      ),
    );
  });

  it('is all of it while it is completed, for an empty file too', () => {
    const session = { uploadId: 'u', parts: [] };
    expect(uploadPercent(anUploadFile({ size: 0, progress: { phase: 'completing', session } }), {})).toBe(100);
    expect(uploadPercent(anUploadFile({ size: 0 }), {})).toBe(0);
  });

  it('is 100 % only when all is there', () => {
    expect(percentOf(999, 1_000)).toBe(99);
    expect(percentOf(1_000, 1_000)).toBe(100);
  });
});
