import { compositeChecksum, md5OfText } from '@data-manager/domain/uploads/checksums';
import { uploadReceipt } from '@data-manager/domain/uploads/uploadReceipt';
import { anUploadFile } from '../../support/builders';

test('a receipt contains every verified part in order with its MD5, and their checksum', () => {
  const md5s = [md5OfText('one'), md5OfText('two')];
  const session = {
    uploadId: 'up-1',
    parts: [
      { partNumber: 2, etag: 'E2', md5: md5s[1] ?? '' },
      { partNumber: 1, etag: 'E1', md5: md5s[0] ?? '' },
    ],
  };
  const file = anUploadFile({ size: 7, startedAt: 1_000, retries: 3, progress: { phase: 'completing', session } });
  expect(uploadReceipt(file, 2_000)).toEqual({
    id: file.id,
    key: file.key,
    size: 7,
    parts: [
      { partNumber: 1, md5: md5s[0] },
      { partNumber: 2, md5: md5s[1] },
    ],
    checksum: compositeChecksum(md5s),
    startedAt: 1_000,
    endedAt: 2_000,
    retries: 3,
    sponsorId: 'acme',
    userId: 'user-1',
  });
});

test('a receipt keeps the original name of a renamed file', () => {
  const file = anUploadFile({
    name: 'scan 1.tif',
    newName: 'TC042_S000001_L01_ch01.tif',
    key: 'acme/p/TC042_S000001_L01_ch01.tif',
  });
  expect(uploadReceipt(file, 2_000)).toMatchObject({ originalName: 'scan 1.tif' });
});
