import fc from 'fast-check';
import { compareNatural } from '../../src/lib/compareNatural';
import { finish } from '../../src/lib/inPieces';
import { sortByName } from '../../src/lib/sortByName';

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function sortedNames(names: readonly string[]): readonly string[] {
  const items = names.map((name) => ({ name }));
  return finish(sortByName(items, nameOf)).map(nameOf);
}

const PARTS = fc.constantFrom('0', '1', '2', '9', '10', 'a', 'B', '_', '-', '.', 'é', '\u0301', '٢', '３', '\0', ' ');
const TEXTS = fc.string({ unit: PARTS, maxLength: 20 });
const DIGITS = fc.string({ unit: fc.constantFrom('0', '1', '2', '9'), minLength: 20, maxLength: 20 });

/** Names that differ only in their digits. */
const SIMILAR_NAMES = fc
  .tuple(TEXTS, fc.array(DIGITS, { maxLength: 20 }))
  .map(([text, all]) => all.map((digits) => text.replace(/\d/g, (_, at: number) => digits[at] ?? '')));

describe('sortByName', () => {
  it('sorts in the order of compareNatural', () => {
    const someNames = fc.array(fc.oneof(SIMILAR_NAMES, fc.array(TEXTS, { maxLength: 10 })), { maxLength: 6 });
    fc.assert(
      fc.property(someNames, (lists) => {
        const names = lists.flat();
        expect(sortedNames(names)).toEqual([...names].sort(compareNatural));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps the order of items with the same name', () => {
    const items = Array.from({ length: 20 }, (_, place) => ({ name: place % 2 === 0 ? 'S2' : 'S1', place }));
    const places = items.map(({ place }) => place);
    const expected = [...places.filter((place) => place % 2 === 1), ...places.filter((place) => place % 2 === 0)];
    expect(finish(sortByName(items, nameOf)).map(({ place }) => place)).toEqual(expected);
  });

  it('sorts numbers of more digits than a number holds', () => {
    const names = ['9007199254740993', '9007199254740992', '9007199254740991'];
    expect(sortedNames(names)).toEqual([...names].reverse());
  });

  it('returns items that are already in order unchanged', () => {
    const items = [{ name: 'S2' }, { name: 'S10' }];
    expect(finish(sortByName(items, nameOf))).toBe(items);
  });

  it('reads at most a few thousand names between two yields', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ name: `S${(index * 7_919) % 20_011}` }));
    let reads = 0;
    const work = sortByName(items, (item) => {
      reads += 1;
      return nameOf(item);
    });
    const readsOfPieces: number[] = [];
    while (work.next().done !== true) {
      readsOfPieces.push(reads);
      reads = 0;
    }
    expect(Math.max(...readsOfPieces)).toBeLessThanOrEqual(4_000);
  });
});
