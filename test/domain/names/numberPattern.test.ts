import fc from 'fast-check';
import {
  describePattern,
  detectPattern,
  digitsOf,
  markDigits,
  orderPattern,
  patternOf,
} from '@data-manager/domain/names/findPattern';
import { differingNumbers, readNumbers, type DigitRole } from '@data-manager/domain/names/numberPattern';

/** Returns the numbers of all names by the detected pattern. */
function detect(names: readonly string[]) {
  const pattern = detectPattern(names);
  return pattern && names.map((name) => readNumbers(name, pattern));
}

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
  ['Series001_z000_ch01.tif', 0, 1],
  ['C2-stack0001.tif', 1, 2],
  ['scan_C002Z0013.tif', 13, 2],
  ['brainS012c1_ORG.tif', 12, 1],
  ['C57BL6_slice 4.tif', 4, undefined],
])('detectPattern finds in %s section %s and channel %s', (name, section, channel) => {
  expect(detect([name])).toMatchObject([{ section, channel }]);
});

it('detectPattern finds the layer after its label', () => {
  expect(detect(['TC042_S12_L03_ch2.tif'])).toEqual([{ section: 12, layer: 3, channel: 2 }]);
});

it('detectPattern takes the depth for the layer of a name that has a section, too', () => {
  expect(detect(['s03_z002_ch01.tif'])).toEqual([{ section: 3, layer: 2, channel: 1 }]);
});

it.each([
  ['slide_0007_20x.tif', 'slide_0008_20x.tif', 7, undefined],
  ['TC042_ch00.tif', 'TC042_ch01.tif', undefined, 0],
  ['C1-stack1_20x.tif', 'C1-stack2_20x.tif', 1, 1],
])('detectPattern takes no number of %s for the section that is also in %s', (name, other, section, channel) => {
  expect(detect([name, other])?.[0]).toMatchObject({ section, channel });
});

it('detectPattern finds labelled numbers wherever they are, and the section without a label beside them', () => {
  const label = {
    section: fc.constantFrom('s', 'S', 'z', 'Z', 'section', 'Slice-', 'z_', 'stack', 'scan_'),
    channel: fc.constantFrom('c', 'C', 'ch', 'CH', 'channel', 'ch_', 'Channel-'),
    constant: fc.constantFrom('TC042', 'Series001', '20x', 'brain', 'C57BL6'),
    separator: fc.constantFrom('_', '-', ' '),
  };
  const size = { width: fc.integer({ min: 1, max: 3 }), isFirst: fc.boolean(), most: fc.integer({ min: 1, max: 9 }) };
  fc.assert(
    fc.property(fc.record({ ...label, ...size }), ({ width, isFirst, most, separator, ...labels }) => {
      const digits = (number: number) => String(number).padStart(width, '0');
      const numbers = Array.from({ length: 3 * most }, (_, i) => ({
        section: i % most,
        channel: Math.floor(i / most),
      }));
      const names = numbers.concat({ section: most, channel: 0 }).map(({ section, channel }) => {
        const parts = [`${labels.section}${digits(section)}`, `${labels.channel}${digits(channel)}`];
        return `${[labels.constant, ...(isFirst ? parts : parts.toReversed())].join(separator)}.tif`;
      });
      expect(detect(names)?.slice(0, -1)).toMatchObject(numbers);
      expect(differingNumbers(names, detectPattern(names)!)).toEqual([]);
    }),
  );
});

it.each([[[]], [['picture.tif']], [['image_0135.tif', 'picture.tif']], [['scan_1234567.tif']]])(
  'detectPattern returns undefined if the names do not follow one convention: %j',
  (names: string[]) => {
    expect(detectPattern(names)).toBeUndefined();
  },
);

it('detectPattern applies the same convention to all names', () => {
  expect(detect(['signal_ch000012.tif', 'overview_3.tif'])).toMatchObject([{ section: 12 }, { section: 3 }]);
});

it('detectPattern finds every channel and section in the names of a microscope', () => {
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

it('detectPattern reads no invalid section or channel from any names', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,5}_?\d{1,7}\.tif$/))), (names) => {
      for (const { section = 0, channel = 0 } of detect(names) ?? []) {
        expect(Number.isInteger(section) && section >= 0 && section <= 999_999).toBe(true);
        expect(Number.isInteger(channel) && channel >= 0 && channel <= 99).toBe(true);
      }
    }),
  );
});

describe('the numbers that new names ignore', () => {
  it('ignored numbers are those that differ between the names, with an example of each', () => {
    const names = ['Series001_z000_ch00.tif', 'Series001_z001_ch00.tif', 'Series002_z000_ch00.tif'];
    const texts = differingNumbers(names, detectPattern(names)!).map(({ examples }) => examples.join(' '));
    expect(texts).toEqual(['Series001_z000_ch00.tif,001 Series002_z000_ch00.tif,002']);
  });

  it('ignored numbers are found in any names: without them, names with other digits have other numbers', () => {
    const part = fc.tuple(fc.constantFrom('a', '_', 'z', 'ch', '-s'), fc.nat(3));
    const name = fc.array(part, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), (all) => {
        const names = all.map((parts) => `${parts.flat().join('')}.tif`);
        const pattern = detectPattern(names);
        if (pattern === undefined || differingNumbers(names, pattern).length > 0) return;
        const digits = new Set(names.map((one) => one.replace(/\D+/g, ' ')));
        const numbers = new Set(names.map((one) => JSON.stringify(readNumbers(one, pattern))));
        expect(numbers.size).toBe(digits.size);
      }),
    );
  });

  it.each([
    ['one number', ['b2.tif', 'b10.tif'], 0],
    ['a section and a channel', ['C1-stack1.tif', 'C2-stack2.tif'], 1],
    ['only a channel', ['scan_ch00.tif', 'scan_ch01.tif'], 1],
    ['the same number twice', ['a1.tif', 'b1.tif', 'a2.tif'], 1],
  ])('of consecutive sections are all but the section, which no two names share: %s', (_, names, ignored) => {
    expect(differingNumbers(names, orderPattern(names))).toHaveLength(ignored);
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
