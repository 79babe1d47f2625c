import fc from 'fast-check';
import { fileItem, itemName, type FileItem } from '@data-manager/domain/listing/fileListing';
import { foldPaths, searchFiles } from '@data-manager/domain/listing/listSearch';

const items = ['A_S000002_L01_ch01.tif', 'A_S000010_L01_ch01.tif', 'A_S000010_L01_ch02.tif', 'Notes a.txt', 'b'].map(
  (name) => fileItem({ key: `acme/p/${name}`, size: 1 }),
);

function search(text: string, among: readonly FileItem[] = items) {
  return searchFiles(among, foldPaths(among, 'acme/p'), text);
}

it('searchFiles finds files by their names and by the folders below the place, but not by the place itself', () => {
  const files = ['fix/A_S000042_L02_ch02.tif', 'B.tif'].map((path) => fileItem({ key: `acme/p/${path}`, size: 1 }));
  expect(search('S000042_L02_ch02', files)).toEqual(files.slice(0, 1));
  expect(search('FIX ch02', files)).toEqual(files.slice(0, 1));
  expect(search('acme', files)).toEqual([]);
});

it('searchFiles finds names regardless of composition, case and spaces that can not be seen', () => {
  const names = ['Ku\u0308he 1.tif', '\u0130stanbul\u00a02.tif', ' Kuhe.tif'];
  const list = names.map((name) => fileItem({ key: `acme/p/${name}`, size: 1 }));
  const found = (text: string) => search(text, list).map((item) => item.path.slice('acme/p/'.length));
  expect(found('K\u00dcHE')).toEqual(['Ku\u0308he 1.tif']);
  expect(found('istanbul 2')).toEqual(['\u0130stanbul\u00a02.tif']);
  expect(found('Kuhe')).toEqual([' Kuhe.tif']);
});

it('searchFiles returns everything for an empty search', () => {
  expect(search('  ')).toBe(items);
});

it('searchFiles finds what a comparison of every name with every word finds', () => {
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

it('searchFiles returns the list itself if every item matches', () => {
  const sections = items.slice(0, 3);
  expect(search('s0', sections)).toBe(sections);
});
