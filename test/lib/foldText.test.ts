import fc from 'fast-check';
import { foldText, readsSame, searchWords } from '@data-manager/lib/foldText';

it.each([
  ['ü composed and decomposed', 'M\u00fcnchen', 'Mu\u0308nchen'],
  ['upper and lower case', 'MÜNCHEN', 'münchen'],
  ['a dotted capital I and i', 'İSTANBUL', 'istanbul'],
  ['a decomposed dotted capital I and I', 'I\u0307stanbul', 'Istanbul'],
  ['a dotless i and I', 'ısparta', 'ISPARTA'],
  ['a sharp s and SS', 'Straße', 'STRASSE'],
  ['a final sigma and a capital sigma', 'Πειραμασ ς', 'ΠΕΙΡΑΜΑΣ Σ'],
  ['the micro sign and mu', '10 µm', '10 μm'],
  ['a no-break space and a space', 'Atlas\u00a0A', 'Atlas A'],
  ['one space and two', 'Atlas A', 'Atlas  A'],
  ['spaces at the ends and none', ' Atlas\u00a0', 'Atlas'],
  ['a zero-width space and nothing', 'At\u200blas', 'Atlas'],
  ['full-width and ASCII letters', 'ＴＣ０４２', 'tc042'],
])('foldText does not distinguish %s', (_what, left, right) => {
  expect(readsSame(left, right)).toBe(true);
});

it.each([
  ['letters with and without a diacritic', 'München', 'Munchen'],
  ['a space and none', 'Atlas A', 'AtlasA'],
  ['a hyphen and an underscore', 'TC-042', 'TC_042'],
  ['Cyrillic and Latin letters', 'а', 'a'],
])('foldText distinguishes %s', (_what, left, right) => {
  expect(readsSame(left, right)).toBe(false);
});

it('foldText is idempotent and ignores case and composition for every character', () => {
  const characters = Array.from({ length: 0x1_f000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /[\p{Changes_When_Casemapped}\p{Changes_When_NFKC_Casefolded}\p{M}]/u.test(character),
  );
  expect(characters.length).toBeGreaterThan(9_000);
  const changed = characters.filter((character) => {
    const folded = foldText(character);
    const forms = [folded, character.normalize('NFD'), character.toUpperCase(), character.toLowerCase()];
    return forms.some((form) => foldText(form) !== folded);
  });
  expect(changed).toEqual([]);
});

it('foldText is idempotent and ignores composition for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
      const folded = foldText(text);
      for (const form of [folded, text.normalize('NFC'), text.normalize('NFD')]) expect(foldText(form)).toBe(folded);
    }),
  );
});

it('foldText folds ASCII as it folds any other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), (text) => {
      expect(foldText(text)).toBe(foldText(`${text}\u200b`));
    }),
  );
});

it('searchWords splits a text at spaces of any kind', () => {
  expect(searchWords('  Küh\u00a0TC042 ')).toEqual(['küh', 'tc042']);
  expect(searchWords(' ')).toEqual([]);
});
