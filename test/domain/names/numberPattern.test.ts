import fc from 'fast-check';
import {
  describePattern,
  detectPattern,
  digitsOf,
  markDigits,
  patternOf,
} from '@data-manager/domain/names/findPattern';
import { readNumbers, type DigitRole } from '@data-manager/domain/names/numberPattern';

/** Returns the numbers of all names by the detected pattern. */
function detect(names: readonly string[]) {
  const pattern = detectPattern(names);
  return pattern && names.map((name) => readNumbers(name, pattern));
}

describe('detectPattern', () => {
  it.each([
    ['signal_ch000012.tif', 12, 0],
    ['background_ch010012.tif', 12, 1],
    ['background_ch010012', 12, 1],
    ['image_0135.tif', 135, undefined],
    ['image_0135.ome.tif', 135, undefined],
    ['135.tiff', 135, undefined],
    ['TC042_S12_L01_ch2.tif', 12, 2],
    ['brain section-7 channel-3.tif', 7, 3],
    ['s0012.tif', 12, undefined],
    ['2024_slide_0007_final.tif', 7, undefined],
  ])('finds in %s section %s and channel %s', (name, section, channel) => {
    expect(detect([name])).toMatchObject([{ section, channel }]);
  });

  it('finds the layer after its label', () => {
    expect(detect(['TC042_S12_L03_ch2.tif'])).toEqual([{ section: 12, layer: 3, channel: 2 }]);
  });

  it.each([[[]], [['picture.tif']], [['image_0135.tif', 'picture.tif']], [['scan_1234567.tif']]])(
    'returns undefined if the names do not follow one convention: %j',
    (names: string[]) => {
      expect(detectPattern(names)).toBeUndefined();
    },
  );

  it('applies the same convention to all names', () => {
    expect(detect(['signal_ch000012.tif', 'overview_3.tif'])).toMatchObject([{ section: 12 }, { section: 3 }]);
  });

  it('finds every channel and section in the names of a microscope', () => {
    const word = fc.constantFrom('signal', 'background', 'autofluorescence', 'x');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.nat(99), fc.nat(9999)), { minLength: 1 }), (images) => {
        const names = images.map(
          ([word, channel, section]) =>
            `${word}_ch${String(channel).padStart(2, '0')}${String(section).padStart(4, '0')}.tif`,
        );
        expect(detect(names)).toMatchObject(images.map(([, channel, section]) => ({ section, channel })));
      }),
    );
  });

  it('returns a valid section for each of any names', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,5}_?\d{1,7}\.tif$/))), (names) => {
        for (const { section = -1, channel = 0 } of detect(names) ?? []) {
          expect(Number.isInteger(section) && section >= 0 && section <= 999_999).toBe(true);
          expect(Number.isInteger(channel) && channel >= 0 && channel <= 99).toBe(true);
        }
      }),
    );
  });
});

describe('a pattern of marked digits', () => {
  const mark = (name: string, from: number, roles: readonly DigitRole[]) => {
    const digits = digitsOf(name);
    return new Map(roles.map((role, index) => [digits[from + index]?.index ?? -1, role]));
  };

  it('reads ch00020 and ch10020 as channel and section', () => {
    const sample = 'scan_ch00020.tif';
    const pattern = patternOf(sample, mark(sample, 0, ['channel', 'section', 'section', 'section', 'section']));
    expect(readNumbers('scan_ch00020.tif', pattern)).toMatchObject({ section: 20, channel: 0 });
    expect(readNumbers('scan_ch10020.tif', pattern)).toMatchObject({ section: 20, channel: 1 });
    expect(describePattern(sample, pattern)).toBe('0020 = section, 0 = channel');
  });

  it('takes the rest of a run from names with more digits', () => {
    const pattern = patternOf('a_9.tif', mark('a_9.tif', 0, ['section']));
    expect(readNumbers('a_10.tif', pattern)).toMatchObject({ section: 10 });
  });

  it('counts runs from the end, so that digits in front do not matter', () => {
    const pattern = patternOf('a_7.tif', mark('a_7.tif', 0, ['section']));
    expect(readNumbers('2024_a_8.tif', pattern)).toMatchObject({ section: 8 });
  });

  it('does not fit a name without these digits', () => {
    const pattern = patternOf('a_1_2.tif', mark('a_1_2.tif', 0, ['section', 'channel']));
    expect(readNumbers('a_1.tif', pattern)).toEqual({ section: undefined, layer: undefined, channel: undefined });
  });

  it('marks the same digits from which it was created', () => {
    const marks = mark('x12_345.ome.tif', 1, ['section', 'channel']);
    expect(markDigits('x12_345.ome.tif', patternOf('x12_345.ome.tif', marks))).toEqual(marks);
  });
});
