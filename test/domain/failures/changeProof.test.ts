import { hasValues, madeMoves } from '@data-manager/domain/failures/changeProof';

it('hasValues finds the values of a change in a record with further members', () => {
  expect(hasValues({ title: 'brains', description: '', channels: [{ num: 1 }] }, { channels: [{ num: 1 }] })).toBe(
    true,
  );
  expect(hasValues({ title: 'brains' }, { title: 'livers' })).toBe(false);
});

it('hasValues counts an absent number as cleared', () => {
  expect(hasValues({ title: 'brains' }, { pixelSize: null })).toBe(true);
  expect(hasValues({ pixelSize: 2 }, { pixelSize: null })).toBe(false);
});

it('hasValues compares attributes in any order, and as a whole', () => {
  const record = { attributes: { species: 'Mouse', age: '12' } };
  expect(hasValues(record, { attributes: { age: '12', species: 'Mouse' } })).toBe(true);
  expect(hasValues(record, { attributes: { age: '12' } })).toBe(false);
});

describe('madeMoves', () => {
  const chain = [
    { from: '2', to: '3' },
    { from: '1', to: '2' },
  ];

  it.each([
    ['no move', ['1', '2'], []],
    ['the first move', ['1', '3'], chain.slice(0, 1)],
    ['both moves', ['2', '3'], chain],
  ])('the keys after a chain of moves show %s', (_what, listed, made) => {
    expect(madeMoves(chain, new Set(listed))).toEqual(made);
  });
});
