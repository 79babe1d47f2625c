import { counted, plural } from '@data-manager/lib/plural';

describe('plural and counted', () => {
  it('formats a count with a singular or plural noun', () => {
    expect([counted(0, 'file'), counted(1, 'file'), counted(12_000, 'file')]).toEqual([
      '0 files',
      '1 file',
      '12,000 files',
    ]);
  });

  it('selects a word by a count', () => {
    expect([0, 1, 2].map((count) => plural(count, 'is', 'are'))).toEqual(['are', 'is', 'are']);
  });
});
