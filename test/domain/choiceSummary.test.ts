import fc from 'fast-check';
import { findGaps, gapWords, type PlacedImage } from '../../src/domain/choiceSummary';
import type { NumberRange } from '../../src/domain/numberRange';

function image(section: number, channel = 1, folder = 'acme/brains/TC042'): PlacedImage {
  return { folder, section, channel };
}

function numbersOf(ranges: readonly NumberRange[]): number[] {
  return ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

describe('gaps in a choice', () => {
  it('finds none where every section has every channel', () => {
    expect(findGaps([image(1), image(2), image(1, 2), image(2, 2)])).toEqual([]);
    expect(findGaps([])).toEqual([]);
  });

  it('tells sections that are missing between the first and the last, in whatever order they come', () => {
    const [gaps] = findGaps([image(8), image(2), image(6)]);
    expect(gaps?.missingSections).toEqual([
      { first: 3, last: 5 },
      { first: 7, last: 7 },
    ]);
    expect(gapWords(gaps!)).toBe('4 sections missing: 3–5, 7');
  });

  it('tells the sections that lack a channel which others have', () => {
    const [gaps] = findGaps([image(1), image(2), image(3), image(2, 2)]);
    expect(gapWords(gaps!)).toBe('ch02 missing in 2 sections: 1, 3');
  });

  it('judges each folder by itself', () => {
    const gaps = findGaps([image(1, 1, 'a'), image(3, 1, 'a'), image(7, 1, 'b'), image(8, 1, 'b')]);
    expect(gaps.map(({ folder }) => folder)).toEqual(['a']);
  });

  it('stays quick and short where a section is mistyped', () => {
    const [gaps] = findGaps([image(1), image(999_999)]);
    expect(gapWords(gaps!)).toBe('999,997 sections missing: 2–999998');
    const [many] = findGaps([1, 3, 5, 7, 9, 11, 13].map((section) => image(section)));
    expect(gapWords(many!)).toBe('6 sections missing: 2, 4, 6, 8, …');
  });

  it('finds exactly what is not there, of any choice', () => {
    const images = fc.array(
      fc.record({ folder: fc.constant('f'), section: fc.nat(40), channel: fc.integer({ min: 0, max: 3 }) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(images, (chosen) => {
        const sections = new Set(chosen.map(({ section }) => section));
        const [first, last] = [Math.min(...sections), Math.max(...sections)];
        const expected = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
          (section) => !sections.has(section),
        );
        const gaps = findGaps(chosen)[0];
        expect(numbersOf(gaps?.missingSections ?? [])).toEqual(expected);
        for (const channel of new Set(chosen.map((one) => one.channel))) {
          const held = new Set(chosen.filter((one) => one.channel === channel).map(({ section }) => section));
          const without = [...sections].filter((section) => !held.has(section)).sort((left, right) => left - right);
          const told = gaps?.missingChannels.find((one) => one.channel === channel)?.sections ?? [];
          expect(numbersOf(told)).toEqual(without);
        }
      }),
    );
  });
});
