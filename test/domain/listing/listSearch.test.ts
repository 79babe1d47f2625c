import fc from 'fast-check';
import { fileItem, itemName, type ListingItem } from '@data-manager/domain/listing/fileListing';
import { foldNames, searchList } from '@data-manager/domain/listing/listSearch';

const items = ['A_S000002_L01_ch01.tif', 'A_S000010_L01_ch01.tif', 'A_S000010_L01_ch02.tif', 'Notes a.txt', 'b'].map(
  (name) => fileItem({ key: `acme/p/${name}`, size: 1 }),
);

function search(text: string, among: readonly ListingItem[] = items) {
  return searchList(among, foldNames(among), text);
}

describe('searchList', () => {
  it('finds names that contain every word, ignoring case', () => {
    expect(search('CH01 s000002').map(itemName)).toEqual(['A_S000002_L01_ch01.tif']);
  });

  it('finds names regardless of composition, case and spaces that can not be seen', () => {
    const names = ['Ku\u0308he 1.tif', '\u0130stanbul\u00a02.tif', ' Kuhe.tif'];
    const list = names.map((name) => fileItem({ key: `acme/p/${name}`, size: 1 }));
    const found = (text: string) => search(text, list).map((item) => item.path.slice('acme/p/'.length));
    expect(found('K\u00dcHE')).toEqual(['Ku\u0308he 1.tif']);
    expect(found('istanbul 2')).toEqual(['\u0130stanbul\u00a02.tif']);
    expect(found('Kuhe')).toEqual([' Kuhe.tif']);
  });

  it('returns everything for an empty search', () => {
    expect(search('  ')).toBe(items);
  });

  it('finds what a comparison of every name with every word finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'A', 's', '0', '1', 'c', 'h', ' ', '.'), maxLength: 4 });
    const words = fc.array(fc.constantFrom('a', 's0', '10', 'ch01', 'ch02', 'notes'), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.oneof(
          letters,
          words.map((several) => several.join(' ')),
        ),
        (text) => {
          const wanted = text.toLowerCase().split(' ');
          const matching = items.filter((item) => wanted.every((word) => itemName(item).toLowerCase().includes(word)));
          expect(search(text)).toEqual(matching);
        },
      ),
    );
  });

  it('returns the list itself if every item matches', () => {
    const sections = items.slice(0, 3);
    expect(search('s0', sections)).toBe(sections);
  });
});
