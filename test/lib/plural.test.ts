import { counted, plural } from '../../src/lib/plural';

describe('counted things', () => {
  it('are one or many, with their thousands set apart', () => {
    expect([counted(0, 'file'), counted(1, 'file'), counted(12_000, 'file')]).toEqual([
      '0 files',
      '1 file',
      '12,000 files',
    ]);
  });

  it('decide about the words around them', () => {
    expect([0, 1, 2].map((count) => plural(count, 'is', 'are'))).toEqual(['are', 'is', 'are']);
  });
});
