import fc from 'fast-check';
import { fileItem, itemName } from '@data-manager/domain/listing/fileListing';
import {
  filterFiles,
  isFiltered,
  listFacets,
  NO_FILTERS,
  type ListFilters,
} from '@data-manager/domain/listing/listQuery';

function item(name: string, size = 1) {
  return fileItem({ key: `acme/p/d/${name}`, size });
}

const files = [
  item('A_S000001_L01_ch01.tif'),
  item('A_S000001_L01_ch02.tif'),
  item('A_S000002_L02_ch01.tif'),
  item('A_S000010_L01_ch03.tif', 0),
  item('notes.txt'),
];

function left(filters: Partial<ListFilters>): readonly string[] {
  return filterFiles(files, { ...NO_FILTERS, ...filters }).map(itemName);
}

describe('list filters', () => {
  it('shows every file if no filter is set', () => {
    expect(left({})).toHaveLength(files.length);
    expect(isFiltered(NO_FILTERS)).toBe(false);
  });

  it.each<[string, Partial<ListFilters>, readonly string[]]>([
    ['one section', { sections: [{ first: 2, last: 2 }] }, ['A_S000002_L02_ch01.tif']],
    ['sections from a number on', { sections: [{ first: 2 }] }, ['A_S000002_L02_ch01.tif', 'A_S000010_L01_ch03.tif']],
    ['sections up to a number', { sections: [{ last: 1 }] }, ['A_S000001_L01_ch01.tif', 'A_S000001_L01_ch02.tif']],
    ['any of several channels', { channels: [2, 3] }, ['A_S000001_L01_ch02.tif', 'A_S000010_L01_ch03.tif']],
    ['a layer', { layers: [2] }, ['A_S000002_L02_ch01.tif']],
    [
      'a section and a channel together',
      { sections: [{ first: 1, last: 2 }], channels: [2] },
      ['A_S000001_L01_ch02.tif'],
    ],
    ['names that do not follow the naming', { misnamed: true }, ['notes.txt']],
    ['images that can’t be read', { unreadable: true }, ['A_S000010_L01_ch03.tif']],
    ['unreadable images of a channel', { unreadable: true, channels: [1] }, []],
    ['nothing, where no file is of both kinds', { misnamed: true, channels: [1] }, []],
  ])('leaves %s', (_, filters, expected) => {
    expect(left(filters)).toEqual(expected);
    expect(isFiltered({ ...NO_FILTERS, ...filters })).toBe(true);
  });

  it('offers filters for values that occur', () => {
    expect(listFacets(files)).toEqual({ channels: [1, 2, 3], layers: [1, 2], misnamed: 1, unreadable: 1 });
  });

  it('never adds a file or changes the order by filtering', () => {
    const span = fc.record({ first: fc.nat(12), last: fc.nat(12) }, { requiredKeys: [] });
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 3 }));
    const filters = fc.record({
      sections: fc.array(span, { maxLength: 3 }),
      channels: numbers,
      layers: numbers,
      misnamed: fc.boolean(),
      unreadable: fc.boolean(),
    });
    fc.assert(
      fc.property(filters, (given) => {
        const kept = new Set(filterFiles(files, given));
        expect(filterFiles(files, given)).toEqual(files.filter((file) => kept.has(file)));
      }),
    );
  });
});
