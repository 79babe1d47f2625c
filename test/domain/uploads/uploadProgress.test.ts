import fc from 'fast-check';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import type { BytesInFlight } from '@data-manager/domain/uploads/upload';
import { percentOf, sentBytes, uploadPercent } from '@data-manager/domain/uploads/uploadProgress';
import { anUploadFile } from '../../support/builders';

function uploading(size: number, partNumbers: readonly number[], inFlight: BytesInFlight) {
  const parts = partNumbers.map((partNumber) => ({ partNumber, etag: 'e', md5: 'm' }));
  return anUploadFile({ size, progress: { phase: 'uploading', session: { uploadId: 'u', parts }, inFlight } });
}

it('sentBytes adds verified parts and bytes in flight', () => {
  expect(sentBytes(uploading(UPLOAD_PART_BYTES + 10, [1], { 2: 4 }))).toBe(UPLOAD_PART_BYTES + 4);
});

it('sentBytes counts a verified part once even if it is still among those in flight', () => {
  expect(sentBytes(uploading(UPLOAD_PART_BYTES, [1], { 1: UPLOAD_PART_BYTES }))).toBe(UPLOAD_PART_BYTES);
});

it('sentBytes never exceeds the size of the file', () => {
  const partNumber = fc.integer({ min: 1, max: 6 });
  const inFlight = fc.dictionary(partNumber.map(String), fc.nat());
  fc.assert(
    fc.property(fc.nat(4 * UPLOAD_PART_BYTES), fc.array(partNumber), inFlight, (size, parts, sent) => {
      const bytes = sentBytes(uploading(size, parts, sent));
      expect(bytes).toBeGreaterThanOrEqual(0);
      expect(bytes).toBeLessThanOrEqual(size);
    }),
  );
});

it('uploadPercent is 100 while a file is being completed, even if the file is empty', () => {
  const session = { uploadId: 'u', parts: [] };
  expect(uploadPercent(anUploadFile({ size: 0, progress: { phase: 'completing', session } }))).toBe(100);
  expect(uploadPercent(anUploadFile({ size: 0 }))).toBe(0);
});

it('percentOf is 100 only if nothing is missing', () => {
  expect(percentOf(999, 1_000)).toBe(99);
  expect(percentOf(1_000, 1_000)).toBe(100);
});
