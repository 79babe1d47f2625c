import { mergeReceipts } from '@data-manager/domain/transfers/mergeReceipts';
import { ownReceipts, partMd5sOf, receiptName, receiptRate, toKept } from '@data-manager/domain/transfers/receipts';
import { uploadReceipt } from '@data-manager/domain/uploads/uploadReceipt';
import { anOwner, anUploadFile, aReceipt } from '../../support/builders';

const recordsOf = (...records: readonly unknown[]) =>
  new Map(records.map((record, index) => [`record-${String(index)}`, record]));

it('ownReceipts returns stored receipts with the MD5 of every part', () => {
  const md5s = ['1'.repeat(32), '2'.repeat(32)];
  const parts = md5s.map((md5, index) => ({ partNumber: index + 1, etag: md5, md5 }));
  const file = anUploadFile({ startedAt: 5, progress: { phase: 'completing', session: { uploadId: 'up', parts } } });
  const kept = toKept(uploadReceipt(file, 9));
  const [read] = ownReceipts(recordsOf(structuredClone(kept)), anOwner()).receipts;
  expect(read).toEqual(kept);
  expect(read && partMd5sOf(read)).toEqual(md5s);
});

it('ownReceipts sorts the latest receipt first', () => {
  const records = recordsOf(aReceipt({ id: 'old', endedAt: 1 }), aReceipt({ id: 'new', endedAt: 2 }));
  expect(ownReceipts(records, anOwner()).receipts.map(({ id }) => id)).toEqual(['new', 'old']);
});

it.each([
  ['another user', { userId: 'user-2' }],
  ['another sponsor', { sponsorId: 'other' }],
])('ownReceipts skips receipts of %s', (_, whose) => {
  expect(ownReceipts(recordsOf(aReceipt(whose)), anOwner())).toEqual({ receipts: [], unreadable: 0, keys: [] });
});

it.each([
  ['an empty key', { key: '' }],
  ['a negative size', { size: -1 }],
  ['an invalid checksum', { checksum: 'javascript:' }],
  ['invalid MD5s', { partMd5s: 'abc' }],
  ['a time beyond the range of Date', { endedAt: 1e16 }],
])('ownReceipts counts records with %s as unreadable', (_, damage) => {
  expect(ownReceipts(recordsOf({ ...aReceipt(), ...damage }, aReceipt()), anOwner())).toEqual({
    receipts: [aReceipt()],
    unreadable: 1,
    keys: ['record-0', 'record-1'],
  });
});

it.each([null, 7, 'text', [], {}])('ownReceipts ignores a record that is %j', (foreign) => {
  expect(ownReceipts(recordsOf(foreign), anOwner())).toEqual({ receipts: [], unreadable: 0, keys: [] });
});

describe('a receipt', () => {
  const receipt = aReceipt({ key: 'acme/brains/TC042/raw/a.tif', size: 500, startedAt: 0, endedAt: 250 });

  it('a receipt has a file name', () => {
    expect(receiptName(receipt)).toBe('a.tif');
  });

  it('has a rate unless it started and ended at the same time', () => {
    expect(receiptRate(receipt)).toBe(2000);
    expect(receiptRate({ ...receipt, endedAt: 0 })).toBeUndefined();
  });
});

it('mergeReceipts shows the receipt of the server with what only this browser knows, and the receipts that the server lacks', () => {
  const listed = {
    ...aReceipt({ id: 'listed', key: 'acme/b.tif', endedAt: 9 }),
    formerKey: 'acme/a.tif',
    userName: 'Mia',
  };
  const uploaded = aReceipt({
    id: 'own',
    key: 'acme/a.tif',
    originalName: 'scan.tif',
    leftOut: { files: 1, damaged: 0 },
  });
  const lacking = [
    aReceipt({ id: 'fetched', key: 'acme/a.tif', savedTo: 'scans/a.tif', endedAt: 12 }),
    aReceipt({ id: 'earlier', key: 'acme/a.tif', checksum: `${'c'.repeat(32)}-1`, endedAt: 3 }),
  ];
  const merged = mergeReceipts([listed], [uploaded, ...lacking]);
  expect(merged).toEqual([
    lacking[0],
    { ...listed, originalName: 'scan.tif', leftOut: { files: 1, damaged: 0 } },
    lacking[1],
  ]);
});
