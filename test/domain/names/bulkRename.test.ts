import fc from 'fast-check';
import {
  orderItems,
  planRenames,
  type RenameItem,
  type RenameOrder,
  type RenameRule,
} from '../../../src/domain/names/bulkRename';
import { parseFileName } from '../../../src/domain/names/fileName';
import { guessPattern } from '../../../src/domain/names/guessPattern';

const rule: RenameRule = { dataset: 'TC042', name: 'brain', firstSection: 1, channel: 1 };

function items(...names: string[]): RenameItem[] {
  return names.map((name, index) => ({ id: String(index), name, lastModified: 1000 - index }));
}

function planned(chosen: RenameItem[], given: Partial<RenameRule> & { order?: RenameOrder }): unknown {
  const { order = 'name', ...rest } = given;
  const ordered = rest.guess === undefined ? orderItems(chosen, order) : chosen;
  const plan = planRenames(ordered, { ...rule, ...rest });
  return plan.ok ? plan.value.map(({ oldName, newName }) => `${oldName} → ${newName}`) : plan.failure;
}

describe('renaming many files at once', () => {
  it('counts sections up in the order of the names, as people count', () => {
    expect(planned(items('b10.tif', 'b2.tif'), { firstSection: 7, channel: 2 })).toEqual([
      'b2.tif → TC042_brain_S000007_L01_ch02.tif',
      'b10.tif → TC042_brain_S000008_L01_ch02.tif',
    ]);
  });

  it('counts backwards, or by time, where that is asked', () => {
    expect(planned(items('a.tif', 'b.tif'), { order: 'nameBackwards' })).toEqual([
      'b.tif → TC042_brain_S000001_L01_ch01.tif',
      'a.tif → TC042_brain_S000002_L01_ch01.tif',
    ]);
    expect(planned(items('late.tif', 'early.tif'), { order: 'time' })).toEqual([
      'early.tif → TC042_brain_S000001_L01_ch01.tif',
      'late.tif → TC042_brain_S000002_L01_ch01.tif',
    ]);
  });

  it('takes sections and channels from the names where a guess is given', () => {
    const guess = guessPattern(['signal_ch000012.tif', 'background_ch010012.tif'])!;
    expect(planned(items('signal_ch000012.tif', 'background_ch010012.tif'), { guess })).toEqual([
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
  ])('names the field that stands in the way: %j', (given, field) => {
    expect(planned(items('a.tif', 'b.tif'), given)).toBe(field);
  });

  it('gives every file a name of its own that says its section and channel, of any choice', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 1 }),
        fc.nat(900_000),
        fc.nat(99),
        fc.constantFrom('name' as const, 'nameBackwards' as const, 'time' as const),
        (names, firstSection, channel, order) => {
          const plan = planRenames(orderItems(items(...names), order), { ...rule, firstSection, channel });
          const steps = plan.ok ? plan.value : [];
          const numbers = steps.map(({ newName }) => {
            const parsed = parseFileName(newName);
            return parsed.ok && [parsed.value.section, parsed.value.channel];
          });
          expect(numbers).toEqual(names.map((_, index) => [firstSection + index, channel]));
          expect(new Set(steps.map(({ id }) => id)).size).toBe(names.length);
        },
      ),
    );
  });
});
