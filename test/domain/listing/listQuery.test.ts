import fc from 'fast-check';
import { readListQuery, writeListQuery, type ListQuery } from '@data-manager/domain/listing/listQuery';

const EMPTY: ListQuery = {
  folder: '',
  search: '',
  sort: undefined,
  sections: [],
  channels: [],
  layers: [],
  misnamed: false,
  unreadable: false,
};

function read(query: string): ListQuery {
  return readListQuery(new URLSearchParams(query));
}

const section = fc.integer({ min: 0, max: 999_999 });
const span = fc.oneof(
  fc.tuple(section, section).map(([one, other]) => ({ first: Math.min(one, other), last: Math.max(one, other) })),
  section.map((first) => ({ first })),
  section.map((last) => ({ last })),
);
const numbers = fc
  .uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 8 })
  .map((all) => all.sort((left, right) => left - right));
const query: fc.Arbitrary<ListQuery> = fc.record({
  folder: fc.string({ unit: 'grapheme' }).map((folder) => folder.replace(/^\/+|\/+$/g, '')),
  search: fc.string({ unit: 'grapheme' }),
  sort: fc.option(
    fc.record({
      id: fc.constantFrom('section', 'name', 'layer', 'channel', 'size', 'modified'),
      desc: fc.boolean(),
    }),
    { nil: undefined },
  ),
  sections: fc.array(span, { maxLength: 4 }),
  channels: numbers,
  layers: numbers,
  misnamed: fc.boolean(),
  unreadable: fc.boolean(),
});

it('the list query in the URL shows everything if it is empty', () => {
  expect(read('')).toEqual(EMPTY);
  expect(writeListQuery(EMPTY).toString()).toBe('');
});

it('the list query in the URL is human-readable', () => {
  const asked: ListQuery = {
    folder: 'raw/left',
    search: 'atlas',
    sort: { id: 'size', desc: true },
    sections: [
      { first: 1, last: 20 },
      { first: 25, last: 25 },
    ],
    channels: [1, 2],
    layers: [3],
    misnamed: true,
    unreadable: true,
  };
  const text = 'folder=raw%2Fleft&q=atlas&sort=-size&sections=1-20%2C25&ch=1&ch=2&layer=3&misnamed=1&unreadable=1';
  expect(writeListQuery(asked).toString()).toBe(text);
  expect(read(text)).toEqual(asked);
});

it.each([
  'sort=colour',
  'sort=-',
  'sort=toString',
  'sections=',
  'sections=-',
  'sections=9-3',
  'sections=1234567',
  'sections=two',
  'sections=1-2-3',
  'ch=one',
  'ch=-1',
  'ch=100',
  'ch=1.5',
  'layer=',
  'misnamed=yes',
  'unheard=of',
  '%E0%A4%A',
])('the list query in the URL ignores the invalid parameter %s', (text) => {
  expect(read(text)).toEqual(EMPTY);
});

it('the list query in the URL keeps valid values beside invalid ones', () => {
  expect(read('ch=2&ch=x&ch=1&ch=2')).toEqual({ ...EMPTY, channels: [1, 2] });
});

it('the list query in the URL leaves parameters of other components unchanged', () => {
  const written = writeListQuery({ search: 'b' }, new URLSearchParams('theme=x&q=a&ch=1'));
  expect(written.toString()).toBe('theme=x&q=b');
});

it('the list query in the URL can be parsed after it was written', () => {
  fc.assert(
    fc.property(query, (asked) => {
      expect(read(writeListQuery(asked).toString())).toEqual(asked);
    }),
  );
});

it('the list query in the URL accepts any text and writes it in a normalized form', () => {
  const parameter = fc.tuple(
    fc.constantFrom('folder', 'q', 'sort', 'sections', 'ch', 'layer', 'misnamed', 'unreadable', 'x'),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('1', '-1', '7-', '3-2', '-size', 'name', '/a//')),
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(parameter), fc.string()), (given) => {
      const once = readListQuery(new URLSearchParams(given));
      expect(read(writeListQuery(once).toString())).toEqual(once);
    }),
  );
});
