import fc from 'fast-check';
import { receiptsCsv, receiptsFileName, receiptsJson } from '@data-manager/domain/transfers/receiptExport';
import type { KeptReceipt } from '@data-manager/domain/transfers/receipts';
import { aReceipt } from '../../support/builders';
import { anyText } from '../../support/matchers';

/** Parses CSV (RFC 4180): quotes, doubled quotes, and line ends within quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === ',') {
      row.push(field);
      field = '';
    } else if (char === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field]);
      [row, field] = [[], ''];
      at += 1;
    } else field += char;
  }
  if (field !== '' || row.length > 0) throw new Error('The last line has no end');
  return rows;
}

const md5 = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
const time = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });
const anyReceipt: fc.Arbitrary<KeptReceipt> = fc
  .record({
    key: fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.string({ minLength: 1, unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a') }),
    ),
    size: fc.nat(),
    md5s: fc.array(md5, { minLength: 1, maxLength: 4 }),
    checksum: md5.map((digest) => `${digest}-1`),
    startedAt: time,
    endedAt: time,
    retries: fc.nat(20),
  })
  .map(({ md5s, ...given }) => aReceipt({ ...given, partMd5s: md5s.join(' ') }));

it('receiptsCsv writes a byte-order mark, a header and one row per file', () => {
  const csv = receiptsCsv([aReceipt({ partMd5s: `${'a'.repeat(32)} ${'c'.repeat(32)}`, retries: 2 })]);
  expect(csv).toBe(
    '\uFEFFkey,size_bytes,checksum,parts,part_md5s,started_at,ended_at,retries\r\n' +
      `acme/brains/TC042/TC042_S000001_L01_ch01.tif,1024,${'b'.repeat(32)}-1,2,${'a'.repeat(32)} ${'c'.repeat(32)},` +
      '2030-01-02T03:04:05.000Z,2030-01-02T03:04:07.000Z,2\r\n',
  );
});

it('receiptsCsv writes fields that a CSV parser restores', () => {
  fc.assert(
    fc.property(fc.array(anyReceipt), (receipts) => {
      const [head, ...rows] = parseCsv(receiptsCsv(receipts).slice(1));
      expect(head).toHaveLength(8);
      expect(rows).toEqual(
        receipts.map((receipt) => [
          anyText(),
          String(receipt.size),
          receipt.checksum,
          String(receipt.partMd5s.split(' ').length),
          receipt.partMd5s,
          new Date(receipt.startedAt).toISOString(),
          new Date(receipt.endedAt).toISOString(),
          String(receipt.retries),
        ]),
      );
      // Spreadsheets need a leading apostrophe.
      expect(rows.map(([key]) => key?.replace(/^'/, ''))).toEqual(receipts.map(({ key }) => key));
    }),
  );
});

it('receiptsCsv escapes names that a spreadsheet would run as formulas', () => {
  fc.assert(
    fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (sign, rest) => {
      const [, row] = parseCsv(receiptsCsv([aReceipt({ key: sign + rest })]).slice(1));
      expect(row?.[0]).toBe(`'${sign}${rest}`);
    }),
  );
});

it('receiptsJson writes an array with ISO times and numbered parts', () => {
  const receipt = aReceipt({ partMd5s: `${'a'.repeat(32)} ${'c'.repeat(32)}` });
  expect(JSON.parse(receiptsJson([receipt]))).toEqual([
    {
      id: 'file-1',
      key: receipt.key,
      size: 1024,
      checksum: receipt.checksum,
      parts: [
        { partNumber: 1, md5: 'a'.repeat(32) },
        { partNumber: 2, md5: 'c'.repeat(32) },
      ],
      startedAt: '2030-01-02T03:04:05.000Z',
      endedAt: '2030-01-02T03:04:07.000Z',
      retries: 0,
      sponsorId: 'acme',
      userId: 'user-1',
    },
  ]);
});

test('the file is named after the day on which it was saved, in UTC', () => {
  expect(receiptsFileName(Date.UTC(2030, 0, 2, 23, 59), 'csv')).toBe('data-manager-receipts-2030-01-02.csv');
});
