import fc from 'fast-check';
import { compareNatural } from '@data-manager/lib/compareNatural';

it('compareNatural sorts S2 before S10', () => {
  expect(['S10', 'S2', 's1'].sort(compareNatural)).toEqual(['s1', 'S2', 'S10']);
});

it('compareNatural never returns 0 for two different names', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => (compareNatural(left, right) === 0) === (left === right)),
  );
});

it('compareNatural ignores case and accents, as the collator does', () => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const letters = fc.constantFrom('0', '1', '2', '9', 'a', 'B', '_', '-', '.', 'é', '\u0301', '٢', '３', '\0', ' ');
  const names = fc.tuple(
    fc.string({ unit: letters, maxLength: 6 }),
    fc.string({ unit: letters, maxLength: 6 }),
    fc.string({ unit: letters, maxLength: 6 }),
  );
  fc.assert(
    fc.property(names, ([start, left, right]) => {
      const expected = collator.compare(start + left, start + right);
      const order = compareNatural(start + left, start + right);
      return expected === 0 || Math.sign(order) === expected;
    }),
    { numRuns: 10_000 },
  );
});

it('compareNatural compares any ASCII texts as the collator does', () => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const characters = fc.oneof(fc.constantFrom('0', '1', '9', 'a', 'A'), fc.string({ minLength: 1, maxLength: 1 }));
  const texts = fc.string({ unit: characters, maxLength: 4 });
  fc.assert(
    fc.property(texts, texts, texts, (start, left, right) => {
      const expected = collator.compare(start + left, start + right);
      return expected === 0 || Math.sign(compareNatural(start + left, start + right)) === expected;
    }),
    { numRuns: 10_000 },
  );
});

it('compareNatural orders every two printable ASCII characters as the collator does', () => {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const characters = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
  const pairs = characters.flatMap((left) => characters.map((right) => [left, right] as const));
  const unlike = pairs.filter(([left, right]) => {
    const expected = collator.compare(left, right);
    return expected !== 0 && Math.sign(compareNatural(left, right)) !== expected;
  });
  expect(unlike).toEqual([]);
});
