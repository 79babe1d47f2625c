import fc from 'fast-check';
import {
  detectNumbers,
  planRenames,
  sortItems,
  type RenameItem,
  type RenameOptions,
  type RenameOrder,
} from '../../../src/domain/names/bulkRename';
import { parseFileName } from '../../../src/domain/names/fileName';

const options: RenameOptions = { dataset: 'TC042', name: 'brain', firstSection: 1, channel: 1 };

function items(...names: string[]): RenameItem[] {
  return names.map((name, index) => ({ id: String(index), name, lastModified: 1000 - index }));
}

function planned(chosen: RenameItem[], given: Partial<RenameOptions> & { order?: RenameOrder }): unknown {
  const { order = 'nameAscending', ...rest } = given;
  const ordered = rest.detected === undefined ? sortItems(chosen, order) : chosen;
  const plan = planRenames(ordered, { ...options, ...rest });
  return plan.ok ? plan.value.map(({ oldName, newName }) => `${oldName} → ${newName}`) : plan.failure;
}

describe('planRenames', () => {
  it('numbers sections in the natural order of the names', () => {
    expect(planned(items('b10.tif', 'b2.tif'), { firstSection: 7, channel: 2 })).toEqual([
      'b2.tif → TC042_brain_S000007_L01_ch02.tif',
      'b10.tif → TC042_brain_S000008_L01_ch02.tif',
    ]);
  });

  it('numbers sections in descending order or by date if requested', () => {
    expect(planned(items('a.tif', 'b.tif'), { order: 'nameDescending' })).toEqual([
      'b.tif → TC042_brain_S000001_L01_ch01.tif',
      'a.tif → TC042_brain_S000002_L01_ch01.tif',
    ]);
    expect(planned(items('late.tif', 'early.tif'), { order: 'dateModified' })).toEqual([
      'early.tif → TC042_brain_S000001_L01_ch01.tif',
      'late.tif → TC042_brain_S000002_L01_ch01.tif',
    ]);
  });

  it('uses the sections and channels detected in the names', () => {
    const detected = detectNumbers(['signal_ch000012.tif', 'background_ch010012.tif'])!;
    expect(planned(items('signal_ch000012.tif', 'background_ch010012.tif'), { detected })).toEqual([
      'signal_ch000012.tif → TC042_brain_S000012_L01_ch01.tif',
      'background_ch010012.tif → TC042_brain_S000012_L01_ch02.tif',
    ]);
  });

  it.each([
    [{ dataset: ' ' }, 'dataset'],
    [{ dataset: 'a/b' }, 'dataset'],
    [{ name: '' }, 'name'],
    [{ firstSection: 999_999 }, 'section'],
    [{ firstSection: Number.NaN }, 'section'],
    [{ channel: 100 }, 'channel'],
  ])('returns the invalid input of %j', (given, field) => {
    expect(planned(items('a.tif', 'b.tif'), given)).toBe(field);
  });

  it('generates a unique name with section and channel for every file', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1 }),
        fc.nat(900_000),
        fc.nat(99),
        fc.constantFrom('nameAscending' as const, 'nameDescending' as const, 'dateModified' as const),
        (names, firstSection, channel, order) => {
          const plan = planRenames(sortItems(items(...names), order), { ...options, firstSection, channel });
          const steps = plan.ok ? plan.value : [];
          const numbers = steps.map(({ newName }) => {
            const parsed = parseFileName(newName);
            return [parsed?.section, parsed?.channel];
          });
          expect(numbers).toEqual(names.map((_, index) => [firstSection + index, channel]));
          expect(new Set(steps.map(({ id }) => id)).size).toBe(names.length);
        },
      ),
    );
  });
});

describe('detectNumbers', () => {
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
  ])('detects in %s section %s and channel %s', (name, section, channel) => {
    expect(detectNumbers([name])?.numbers).toEqual([{ section, channel }]);
  });

  it.each([[[]], [['picture.tif']], [['image_0135.tif', 'picture.tif']], [['scan_1234567.tif']]])(
    'returns undefined if the names do not follow one pattern: %j',
    (names: string[]) => {
      expect(detectNumbers(names)).toBeUndefined();
    },
  );

  it('applies the same pattern to all names', () => {
    expect(detectNumbers(['signal_ch000012.tif', 'overview_3.tif'])?.numbers).toEqual([
      { section: 12, channel: undefined },
      { section: 3, channel: undefined },
    ]);
  });

  it('detects every channel and section in the names of a microscope', () => {
    const word = fc.constantFrom('signal', 'background', 'autofluorescence', 'x');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, fc.integer({ min: 1, max: 99 }), fc.nat(9999)), { minLength: 1 }),
        (images) => {
          const names = images.map(
            ([word, channel, section]) =>
              `${word}_ch${String(channel - 1).padStart(2, '0')}${String(section).padStart(4, '0')}.tif`,
          );
          expect(detectNumbers(names)?.numbers).toEqual(images.map(([, channel, section]) => ({ section, channel })));
        },
      ),
    );
  });

  it('returns a valid section for every name, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,5}_?\d{1,7}\.tif$/))), (names) => {
        const detected = detectNumbers(names);
        if (detected === undefined) return;
        expect(detected.numbers).toHaveLength(names.length);
        for (const { section, channel = 0 } of detected.numbers) {
          expect(Number.isInteger(section) && section >= 0 && section <= 999_999).toBe(true);
          expect(Number.isInteger(channel) && channel >= 0 && channel <= 99).toBe(true);
        }
      }),
    );
  });
});
