import fc from 'fast-check';
import { formatBytes } from '@data-manager/lib/formatBytes';

it.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [64 * 1024 * 1024, '64.00 MB'],
  [412.7 * 1024 ** 3, '412.70 GB'],
  [2 * 1024 ** 4, '2.00 TB'],
  [5000 * 1024 ** 4, '5000.00 TB'],
  [-1, '–'],
  [Number.NaN, '–'],
])('formatBytes formats %d bytes as "%s"', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('formatBytes uses the decimal separator of the locale and two decimals', () => {
  expect([formatBytes(1536, 'de'), formatBytes(5000 * 1024 ** 4, 'de'), formatBytes(1023, 'de')]).toEqual([
    '1,50 KB',
    '5000,00 TB',
    '1023 Bytes',
  ]);
});

it('formatBytes never shows 1024.00 of a unit if there is a larger one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (bytes) => {
      const [amount, unit] = formatBytes(bytes).split(' ');
      return unit === 'TB' || Number(amount) < 1024;
    }),
  );
});
