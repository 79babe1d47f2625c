import { adjacentSection, sectionSpan, stackSections } from '@data-manager/domain/completeness/sectionStack';
import { fileItem } from '@data-manager/domain/listing/fileListing';
import { nearestTo } from '@data-manager/domain/numberRange';

function stacksOf(...names: readonly string[]) {
  return stackSections(names.map((name) => fileItem({ key: `acme/brains/TC042/${name}`, size: 1 })));
}

describe('stackSections', () => {
  it('returns the distinct sections in ascending order and ignores names that do not follow the convention', () => {
    const [stack, ...others] = stacksOf(
      'A_S000010_L01_ch02.tif',
      'notes.txt',
      'A_S000002_L01_ch01.tif',
      'A_S000002_L01_ch02.tif',
    );
    expect(others).toEqual([]);
    expect(stack).toMatchObject({ layer: 1, sections: [2, 10], channels: [1, 2] });
  });

  it('returns one stack per layer', () => {
    const stacks = stacksOf('A_S000001_L02_ch01.tif', 'A_S000001_L01_ch01.tif', 'A_S000005_L02_ch03.tif');
    expect(stacks.map(({ layer, sections, channels }) => ({ layer, sections, channels }))).toEqual([
      { layer: 1, sections: [1], channels: [1] },
      { layer: 2, sections: [1, 5], channels: [1, 3] },
    ]);
  });

  it('returns the image of a place, or the first of several', () => {
    const [stack] = stacksOf('a/A_S000001_L01_ch01.tif', 'b/A_S000001_L01_ch01.tif');
    expect(stack?.imageOf(1, 1)?.path).toBe('acme/brains/TC042/a/A_S000001_L01_ch01.tif');
    expect(stack?.imageOf(1, 2)).toBeUndefined();
  });

  it('returns no stack if no name follows the convention', () => {
    expect(stacksOf('notes.txt', 'A_S1_L01_ch01.tif')).toEqual([]);
  });

  it('provides sections from which the nearest one can be found', () => {
    expect(nearestTo(6, [1, 4, 9])).toBe(4);
    expect(nearestTo(100, [1, 4, 9])).toBe(9);
    expect(nearestTo(4, [1, 4, 9])).toBe(4);
  });
});

it.each<[readonly number[], number | undefined, number, number]>([
  [[3, 4, 9], undefined, 3, 9],
  [[3, 4, 9], 24, 1, 24],
  [[3, 4, 30], 24, 1, 30],
  [[0, 4, 9], 24, 0, 23],
  [[0, 24], 24, 0, 24],
  [[5], 0, 5, 5],
])('sectionSpan of the sections %j with %s expected is %i to %i', (sections, total, first, last) => {
  expect(sectionSpan(sections, total)).toEqual({ first, last });
});

it('adjacentSection returns the nearest section with images on either side, also from a gap', () => {
  expect(adjacentSection([1, 5, 9], 5, 1)).toBe(9);
  expect(adjacentSection([1, 5, 9], 7, -1)).toBe(5);
  expect(adjacentSection([1, 5, 9], 99, -1)).toBe(9);
  expect(adjacentSection([1, 5, 9], 9, 1)).toBeUndefined();
});
