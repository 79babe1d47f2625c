import fc from 'fast-check';
import { runsFromRight, shownName, shownText } from '../../../src/domain/names/shownName';
import { BROKEN_NAMES, KEPT_NAMES, REFUSED_NAMES } from '../../support/hostileNames';

const HOSTILE = [...KEPT_NAMES, ...REFUSED_NAMES, ...BROKEN_NAMES].map(([, name]) => name);
/** What has no picture of its own: controls, halves of letters, and what steers the direction of others. */
const UNSEEN = /[\p{Control}\p{Surrogate}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/u;

const anyName = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom('a', '\u202e', '\u2069', '\u200d', '\ud83e', '\udde0', 'ä', 'מ')).map((all) => all.join('')),
);

describe('a name as it is shown', () => {
  it.each([
    ['photo\u202efit.exe', 'photo[U+202E]fit.exe'],
    ['a\nb', 'a[U+000A]b'],
    ['a\u200bb', 'a[U+200B]b'],
    ['a\u200db', 'a[U+200D]b'],
    ['\u200dab', '[U+200D]ab'],
    ['a\ud800b', 'a[U+D800]b'],
    ['\ufeffa', '[U+FEFF]a'],
  ])('has written out what would deceive: %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it.each(['TC042_S000123_L01_ch02.tif', '<img src=x>', 'מוח', '👩‍🔬🧠', 'می‌خواهم', '脳', 'é'.normalize('NFD'), 'a '])(
    'is else what it is: %j',
    (name) => {
      expect(shownName(name)).toBe(name);
    },
  );

  it('holds nothing unseen, whatever the name, and is shown as it is when it is shown again', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const shown = shownName(name);
        expect(shown).not.toMatch(UNSEEN);
        expect(shownName(shown)).toBe(shown);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a sentence as it is shown', () => {
  it('has its lines in one, and nothing unseen', () => {
    expect(shownText('refused:\r\n\tphoto\u202efit.exe')).toBe('refused: photo[U+202E]fit.exe');
  });
});

describe('letters that run from right to left', () => {
  it.each([
    ['TC042_S000001_L01_ch01.tif', false],
    ['Größe 12 µm – 脳', false],
    ['מוח עכבר 042', true],
    ['scan دماغ', true],
  ])('in %j: %s', (name, expected) => {
    expect(runsFromRight(name)).toBe(expected);
  });
});
