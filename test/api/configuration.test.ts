import fc from 'fast-check';
import { err, ok } from '@data-manager/lib/result';
import { nameMap, optionMap, parseList, textList } from '../../src/api/configuration';

/** Values that could break a page: of the wrong type, very long, deeply nested, or named like inherited members. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"isAdmin":true},"constructor":"x"}'),
    JSON.parse('{"__proto__":"a"}'),
    JSON.parse('["__proto__","constructor","toString"]'),
    JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`),
    { length: 3, 0: 'a', 1: 'b', 2: 'c' },
    { toString: 1, valueOf: 2, then: 3 },
    Array.from({ length: 20_000 }, (_, index) => `entry ${index}`),
    Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, 'a'])),
    ['x'.repeat(1_000_000)],
    ['<img src=x onerror=alert(1)>', '\u202e', '\0'],
  ),
  fc.array(fc.oneof(fc.string(), fc.constantFrom(null, 1, true))),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(null))),
);

describe('a list of the remote configuration', () => {
  it('a list of the remote configuration with hostile values either has the specified form and a limited size, or is rejected', () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const texts = parseList(textList, raw);
        if (texts.ok) {
          expect(texts.value.length).toBeLessThanOrEqual(5_000);
          expect(new Set(texts.value).size).toBe(texts.value.length);
          for (const text of texts.value) expectBearable(text);
        }
        const names = parseList(nameMap, raw);
        if (names.ok) for (const pair of Object.entries(names.value)) pair.forEach(expectBearable);
        const options = parseList(optionMap, raw);
        if (options.ok) for (const list of Object.values(options.value)) list.forEach(expectBearable);
        for (const list of [texts, names, options]) {
          expect(list).toEqual(list.ok ? list : err(raw === null ? 'missing' : 'malformed'));
          if (list.ok) expect(Object.getPrototypeOf(list.value)).toBe(prototypeOf(list.value));
        }
        expect({}).not.toHaveProperty('isAdmin');
      }),
    );
  });

  it('is returned without duplicates', () => {
    const anyText = fc.string({ minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        expect(parseList(textList, texts)).toEqual(ok([...new Set(texts)]));
      }),
    );
  });

  it.each([undefined, null])('is missing if it is %s', (raw) => {
    expect(parseList(textList, raw)).toEqual(err('missing'));
  });

  it.each([[['a', 1]], [{ 0: 'a' }], ['a'], [['']], [Array.from({ length: 5_001 }, String)]])(
    'is malformed as a whole if any item is invalid, since a partial list would hide the problem (%#)',
    (raw) => {
      expect(parseList(textList, raw)).toEqual(err('malformed'));
    },
  );
});

function expectBearable(text: unknown): void {
  expect(typeof text).toBe('string');
  expect(String(text).length).toBeGreaterThan(0);
  expect(String(text).length).toBeLessThanOrEqual(500);
}

function prototypeOf(value: object): object {
  return Array.isArray(value) ? Array.prototype : Object.prototype;
}
