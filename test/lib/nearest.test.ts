import fc from 'fast-check';
import { nearestOf } from '@data-manager/lib/nearest';

it.each([
  ['brian', 'Brain'],
  ['Brainn', 'Brain'],
  ['bran', 'Brain'],
  ['spinal chord', 'Spinal cord'],
  ['tc-1000', 'TC1000'],
  ['rta', 'Rat'],
])('nearestOf corrects %s to %s', (word, meant) => {
  expect(nearestOf(word, ['Heart', 'Brain', 'Spinal cord', 'TC1400', 'TC1000', 'Rat'])).toBe(meant);
});

it.each(['hippocampus', 'br', '', 'liver'])('nearestOf returns undefined for %j', (word) => {
  expect(nearestOf(word, ['Heart', 'Brain', 'Spinal cord'])).toBeUndefined();
});

it('nearestOf returns the nearest candidate, or the first of equally near ones', () => {
  expect(nearestOf('TC1100', ['TC2000', 'TC1000', 'TC1200', 'TC1101'])).toBe('TC1000');
});

it('nearestOf finds a word after any single edit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(
      word,
      fc.nat(),
      fc.constantFrom(['', 1] as const, ['x', 1] as const, ['x', 0] as const),
      (text, place, [put, cut]) => {
        const at = place % text.length;
        expect(nearestOf(`${text.slice(0, at)}${put}${text.slice(at + cut)}`, ['zzzzzzzzzzzz', text])).toBe(text);
      },
    ),
  );
});
