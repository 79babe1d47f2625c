import fc from 'fast-check';
import { guessPattern } from '../../../src/domain/names/guessPattern';

describe('guessing a pattern from names', () => {
  it.each([
    ['signal_ch000012.tif', 12, 1],
    ['background_ch010012.tif', 12, 2],
    ['background_ch010012', 12, 2],
    ['image_0135.tif', 135, undefined],
    ['135.tiff', 135, undefined],
    ['TC042_S12_L01_ch2.tif', 12, 2],
    ['brain section-7 channel-3.tif', 7, 3],
    ['s0012.tif', 12, undefined],
    ['2024_slide_0007_final.tif', 7, undefined],
  ])('reads %s as section %s, channel %s', (name, section, channel) => {
    expect(guessPattern([name])?.numbers).toEqual([{ section, channel }]);
  });

  it.each([[[]], [['picture.tif']], [['image_0135.tif', 'picture.tif']], [['scan_1234567.tif']]])(
    'guesses nothing where not all names follow one pattern: %j',
    (names: string[]) => {
      expect(guessPattern(names)).toBeUndefined();
    },
  );

  it('reads all names by the same pattern', () => {
    expect(guessPattern(['signal_ch000012.tif', 'overview_3.tif'])?.numbers).toEqual([
      { section: 12, channel: undefined },
      { section: 3, channel: undefined },
    ]);
  });

  it('reads back every channel and section of a microscope’s names', () => {
    const words = fc.constantFrom('signal', 'background', 'autofluorescence', 'x');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(words, fc.integer({ min: 1, max: 99 }), fc.nat(9999)), { minLength: 1 }),
        (images) => {
          const names = images.map(
            ([word, channel, section]) =>
              `${word}_ch${String(channel - 1).padStart(2, '0')}${String(section).padStart(4, '0')}.tif`,
          );
          expect(guessPattern(names)?.numbers).toEqual(images.map(([, channel, section]) => ({ section, channel })));
        },
      ),
    );
  });

  it('gives one whole, storable section for each name, of any names', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,5}_?\d{1,7}\.tif$/))), (names) => {
        const guess = guessPattern(names);
        if (guess === undefined) return;
        expect(guess.numbers).toHaveLength(names.length);
        for (const { section, channel = 0 } of guess.numbers) {
          expect(Number.isInteger(section) && section >= 0 && section <= 999_999).toBe(true);
          expect(Number.isInteger(channel) && channel >= 0 && channel <= 99).toBe(true);
        }
      }),
    );
  });
});
