import fc from 'fast-check';
import { allowsRange, namesTag } from '../../server/src/entityTags';

/** What may stand in the quotes of a tag; commas and the like too. */
const opaque = fc.string({ unit: fc.constantFrom(...Array.from('ab,;*/W!#\\ö')) });
const asTag = (text: string): string => `"${text}"`;
const weakly = (tag: string, isWeak: boolean): string => (isWeak ? `W/${tag}` : tag);
const separator = fc.constantFrom(',', ', ', ' ,\t', ' , ,');

describe('a browser that names what it has', () => {
  test('has it where it is one of those it names, however they are written', () => {
    const tags = fc.array(fc.tuple(opaque, fc.boolean()), { maxLength: 5 });
    fc.assert(
      fc.property(
        tags,
        tags,
        opaque,
        fc.boolean(),
        fc.boolean(),
        separator,
        (before, after, own, weak, isWeak, between) => {
          const named = [...before, [own, weak] as const, ...after].map(([text, is]) => weakly(asTag(text), is));
          return namesTag(named.join(between), weakly(asTag(own), isWeak));
        },
      ),
    );
  });

  test('has it not where it names others, or what nobody can read', () => {
    fc.assert(
      fc.property(fc.array(opaque, { maxLength: 5 }), opaque, separator, (others, own, between) => {
        fc.pre(!others.includes(own));
        return !namesTag(others.map(asTag).join(between), asTag(own));
      }),
    );
    for (const header of [undefined, '', 'a', '"a', 'a"', '"b" "a" x', '* ,"a"', 'w/"a"', "'a'", '**']) {
      expect([header, namesTag(header, '"a"')]).toEqual([header, false]);
    }
  });

  test('has it where it says that it has any', () => {
    expect(namesTag(' * ', '"a"')).toBe(true);
  });

  test('never takes long to be read', () => {
    const started = performance.now();
    for (const one of [' ', ',', ' ,', '"', 'W/', 'W/"', '""', '"a" '])
      expect(namesTag(one.repeat(4_000) + 'x', '"b"')).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

test.each([
  [undefined, true],
  ['"a"', true],
  [' "a" ', true],
  ['"b"', false],
  ['W/"a"', false],
  ['"a", "b"', false],
  ['*', false],
  ['Sat, 29 Oct 1994 19:43:31 GMT', false],
])('a range of what %s names may be taken of "a": %s', (header, isAllowed) => {
  expect(allowsRange(header, '"a"')).toBe(isAllowed);
});
