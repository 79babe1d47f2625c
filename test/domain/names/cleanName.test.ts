import fc from 'fast-check';
import { cleanName, cleanPath } from '@data-manager/domain/names/cleanName';
import { foldText } from '@data-manager/lib/foldText';

it.each([
  ['decomposed letters', 'Ku\u0308he', 'K\u00fche'],
  ['spaces at the ends', ' TC042 ', 'TC042'],
  ['no-break spaces', '\u00a0TC\u00a0042\u202f1', 'TC 042 1'],
  ['wide spaces, which can be seen', '脳\u3000地図', '脳\u3000地図'],
  ['tabs, which the rules for names refuse', 'a\tb', 'a\tb'],
])('cleanName handles %s', (_what, name, clean) => {
  expect(cleanName(name)).toBe(clean);
});

it('cleanPath cleans each name of a path, and keeps a name of nothing but spaces', () => {
  expect(cleanPath('\u00a0raw/day 1 / a.tif')).toBe('raw/day 1/a.tif');
  expect(cleanPath('a/ /b')).toBe('a/ /b');
});

it('cleanPath returns an already clean name unchanged, and a name that reads the same', () => {
  const anyPath = fc
    .array(fc.oneof(fc.string({ unit: fc.constantFrom('a', ' ', '\u00a0', 'ü', 'u\u0308') }), fc.string()))
    .map((names) => names.join('/'));
  fc.assert(
    fc.property(anyPath, (path) => {
      const clean = cleanPath(path);
      expect(cleanPath(clean)).toBe(clean);
      expect(clean.split('/').map(foldText)).toEqual(path.split('/').map(foldText));
    }),
  );
});
