import fc from 'fast-check';
import {
  findRenameWarnings,
  planRenames,
  sortItems,
  type RenameItem,
  type RenameOptions,
  type RenameOrder,
} from '@data-manager/domain/names/bulkRename';
import { detectPattern } from '@data-manager/domain/names/findPattern';
import { parseFileName } from '@data-manager/domain/names/grammar';

const options: RenameOptions = { dataset: 'TC042_brain', firstSection: 1, layer: 1, channel: 1 };

function items(...names: string[]): RenameItem[] {
  return names.map((name, index) => ({ id: String(index), name, lastModified: 1000 - index }));
}

function planned(chosen: RenameItem[], given: Partial<RenameOptions> & { order?: RenameOrder }): unknown {
  const { order = 'nameAscending', ...rest } = given;
  const ordered = rest.pattern === undefined ? sortItems(chosen, order) : chosen;
  const plan = planRenames(ordered, { ...options, ...rest });
  return plan.ok ? plan.value.map(({ oldName, newName }) => `${oldName} → ${newName}`) : plan.failure;
}

it('planRenames numbers sections in the natural order of the names', () => {
  expect(planned(items('b10.tif', 'b2.tif'), { firstSection: 7, channel: 2 })).toEqual([
    'b2.tif → TC042_brain_S000007_L01_ch02.tif',
    'b10.tif → TC042_brain_S000008_L01_ch02.tif',
  ]);
});

it('planRenames numbers sections in descending order or by date if requested', () => {
  expect(planned(items('a.tif', 'b.tif'), { order: 'nameDescending' })).toEqual([
    'b.tif → TC042_brain_S000001_L01_ch01.tif',
    'a.tif → TC042_brain_S000002_L01_ch01.tif',
  ]);
  expect(planned(items('late.tif', 'early.tif'), { order: 'dateModified' })).toEqual([
    'early.tif → TC042_brain_S000001_L01_ch01.tif',
    'late.tif → TC042_brain_S000002_L01_ch01.tif',
  ]);
});

it('planRenames uses the sections and channels detected in the names', () => {
  const pattern = detectPattern(['signal_ch000012.tif', 'background_ch010012.tif'])!;
  const chosen = items('signal_ch000012.tif', 'background_ch010012.tif');
  expect(planned(chosen, { pattern, isChannelFromZero: true })).toEqual([
    'signal_ch000012.tif → TC042_brain_S000012_L01_ch01.tif',
    'background_ch010012.tif → TC042_brain_S000012_L01_ch02.tif',
  ]);
});

it('planRenames gives all files the same section if the names only have a channel', () => {
  const pattern = detectPattern(['scan_ch00.tif', 'scan_ch01.tif'])!;
  const chosen = items('scan_ch00.tif', 'scan_ch01.tif');
  expect(planned(chosen, { pattern, isChannelFromZero: true, firstSection: 5 })).toEqual([
    'scan_ch00.tif → TC042_brain_S000005_L01_ch01.tif',
    'scan_ch01.tif → TC042_brain_S000005_L01_ch02.tif',
  ]);
  expect(planned(items('other.tif'), { pattern })).toBe('channel');
});

it.each([
  [{ dataset: ' ' }, 'dataset'],
  [{ dataset: 'a/b' }, 'dataset'],
  [{ firstSection: 999_999 }, 'section'],
  [{ firstSection: Number.NaN }, 'section'],
  [{ channel: 100 }, 'channel'],
  [{ layer: 100 }, 'layer'],
])('planRenames returns the invalid input of %j', (given, field) => {
  expect(planned(items('a.tif', 'b.tif'), given)).toBe(field);
});

it('planRenames writes the layer, and underscores instead of spaces', () => {
  expect(planned(items('a.tif'), { dataset: ' TC042  left brain ', layer: 2 })).toEqual([
    'a.tif → TC042_left_brain_S000001_L02_ch01.tif',
  ]);
});

it('planRenames generates a unique name with section and channel for every file', () => {
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

describe('findRenameWarnings', () => {
  const renamed = (...sections: number[]) =>
    sections.map((section) => ({
      id: String(section),
      oldName: `${section}.ome.tif`,
      newName: `a_S${String(section).padStart(6, '0')}_L01_ch01.tif`,
    }));

  it('reports gaps of more than half', () => {
    expect(findRenameWarnings(renamed(1, 3, 5)).gaps).toBeUndefined();
    expect(findRenameWarnings(renamed(20, 10_020)).gaps).toEqual({ first: 20, last: 10_020, missing: 9_999 });
    expect(findRenameWarnings(renamed(7)).gaps).toBeUndefined();
  });

  it('counts names that lose .ome', () => {
    expect(findRenameWarnings(renamed(1, 2)).withoutOme).toBe(2);
  });
});
