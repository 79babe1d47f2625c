import fc from 'fast-check';
import { finish, sortInPieces } from '../../src/lib/inPieces';

interface Item {
  readonly rank: number;
  readonly place: number;
}
const byRank = (left: Item, right: Item): number => left.rank - right.rank;

function itemsOf(ranks: readonly number[]): readonly Item[] {
  return ranks.map((rank, place) => ({ rank, place }));
}

describe('sortInPieces', () => {
  it('sorts stably, with the same result as Array.sort', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 200 }), fc.nat(40), (ranks, times) => {
        const items = itemsOf(Array.from({ length: times }, () => ranks).flat());
        expect(finish(sortInPieces(items, byRank))).toEqual([...items].sort(byRank));
      }),
      { numRuns: 50 },
    );
  });

  it('returns items that are already in order unchanged', () => {
    const items = itemsOf([1, 1, 2, 3]);
    expect(finish(sortInPieces(items, byRank))).toBe(items);
  });

  it('yields often enough for 100,000 items', () => {
    const items = itemsOf(Array.from({ length: 100_000 }, (_, index) => (index * 7_919) % 100_003));
    const work = sortInPieces(items, byRank);
    let pieces = 0;
    while (work.next().done !== true) pieces += 1;
    expect(pieces).toBeGreaterThan(200);
  });
});
