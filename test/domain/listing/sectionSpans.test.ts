import fc from 'fast-check';
import {
  includesSection,
  parseSections,
  sectionsText,
  type SectionSpan,
} from '@data-manager/domain/listing/sectionSpans';

const number = fc.integer({ min: 0, max: 999_999 });
const span: fc.Arbitrary<SectionSpan> = fc.oneof(
  number.map((first) => ({ first, last: first })),
  number.map((first) => ({ first })),
  number.map((last) => ({ last })),
  fc.tuple(number, number).map(([one, other]) => ({ first: Math.min(one, other), last: Math.max(one, other) })),
);

describe('parseSections', () => {
  it.each<[string, readonly SectionSpan[]]>([
    ['', []],
    ['5', [{ first: 5, last: 5 }]],
    ['5, 10, 15-17, 20-', [{ first: 5, last: 5 }, { first: 10, last: 10 }, { first: 15, last: 17 }, { first: 20 }]],
    [
      '5 10;12',
      [
        { first: 5, last: 5 },
        { first: 10, last: 10 },
        { first: 12, last: 12 },
      ],
    ],
    [' 1 – 20 , -3', [{ first: 1, last: 20 }, { last: 3 }]],
    [
      '٥\u060c ۷−۹',
      [
        { first: 5, last: 5 },
        { first: 7, last: 9 },
      ],
    ],
    ['S000005-S000007', [{ first: 5, last: 7 }]],
  ])('reads “%s”', (text, spans) => {
    expect(parseSections(text)).toEqual({ spans, unreadable: [] });
  });

  it('names the parts that it cannot read, and reads the others', () => {
    expect(parseSections('5, abc, 9-3, 1234567, 7')).toEqual({
      spans: [
        { first: 5, last: 5 },
        { first: 7, last: 7 },
      ],
      unreadable: ['abc', '9-3', '1234567'],
    });
  });

  it('reads what sectionsText writes', () => {
    fc.assert(
      fc.property(fc.array(span), (spans) => {
        expect(parseSections(sectionsText(spans))).toEqual({ spans, unreadable: [] });
      }),
    );
  });

  it('loses no part of any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { spans, unreadable } = parseSections(text);
        expect(spans.length + unreadable.length).toBeLessThanOrEqual(text.length);
        if (text.trim().replace(/[\s,;]/g, '') !== '') expect(spans.length + unreadable.length).toBeGreaterThan(0);
      }),
    );
  });
});

it('includesSection agrees with a comparison of the bounds', () => {
  fc.assert(
    fc.property(fc.array(span), number, (spans, section) => {
      const expected = spans.some(
        ({ first, last }) => (first === undefined || first <= section) && (last === undefined || section <= last),
      );
      expect(includesSection(spans, section)).toBe(expected);
    }),
  );
});
