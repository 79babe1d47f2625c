import fc from 'fast-check';
import { hasRightToLeft, shownName, shownText } from '@data-manager/domain/names/shownName';
import { BROKEN_NAMES, KEPT_NAMES, REFUSED_NAMES } from '../../support/hostileNames';

const HOSTILE = [...KEPT_NAMES, ...REFUSED_NAMES, ...BROKEN_NAMES].map(([, name]) => name);
/** Invisible characters: controls, lone surrogates, and characters that change the text direction. */
const UNSEEN = /[\p{Control}\p{Surrogate}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/u;

const anyName = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom('a', '\u202e', '\u2069', '\u200d', '\ud83e', '\udde0', 'ä', 'מ')).map((all) => all.join('')),
);

it.each([
  ['photo\u202efit.exe', 'photo[U+202E]fit.exe'],
  ['a\nb', 'a[U+000A]b'],
  ['a\u200bb', 'a[U+200B]b'],
  ['a\u200db', 'a[U+200D]b'],
  ['\u200dab', '[U+200D]ab'],
  ['a\ud800b', 'a[U+D800]b'],
  ['\ufeffa', '[U+FEFF]a'],
  [' a', '[U+0020]a'],
  ['a ', 'a[U+0020]'],
  ['a  b', 'a [U+0020]b'],
  ['a\u00a0b', 'a[U+00A0]b'],
  ['a\u202fb', 'a[U+202F]b'],
  ['a /b', 'a[U+0020]/b'],
])('shownName escapes deceptive characters in %j', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

it.each([
  'TC042_S000123_L01_ch02.tif',
  '<img src=x>',
  'מוח',
  '👩‍🔬🧠',
  'می‌خواهم',
  '脳',
  'é'.normalize('NFD'),
  'a b',
  '脳\u3000',
])('shownName leaves %j unchanged', (name) => {
  expect(shownName(name)).toBe(name);
});

it('shownName returns no invisible characters and is idempotent', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const shown = shownName(name);
      expect(shown).not.toMatch(UNSEEN);
      expect(shownName(shown)).toBe(shown);
    }),
    { numRuns: 1_000 },
  );
});

it('shownText keeps the spaces of formatted numbers', () => {
  expect(shownText('12\u202f345 Dateien. ')).toBe('12\u202f345 Dateien. ');
});

it('shownText joins lines and escapes deceptive characters', () => {
  expect(shownText('refused:\r\n\tphoto\u202efit.exe')).toBe('refused: photo[U+202E]fit.exe');
});

it.each([
  ['TC042_S000001_L01_ch01.tif', false],
  ['Größe 12 µm – 脳', false],
  ['מוח עכבר 042', true],
  ['scan دماغ', true],
])('hasRightToLeft returns for %j: %s', (name, expected) => {
  expect(hasRightToLeft(name)).toBe(expected);
});
