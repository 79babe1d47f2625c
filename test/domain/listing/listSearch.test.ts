import fc from 'fast-check';
import { fileItem, itemName } from '../../../src/domain/listing/fileListing';
import { prepareSearch, searchList } from '../../../src/domain/listing/listSearch';
import { finish } from '../../../src/lib/inPieces';

const items = ['A_S000002_L01_ch01.tif', 'A_S000010_L01_ch01.tif', 'A_S000010_L01_ch02.tif', 'Notes a.txt', 'b'].map(
  (name) => fileItem({ key: `acme/p/${name}`, size: 1 }),
);

/** Starts without earlier searches. */
function search(text: string) {
  return finish(searchList(finish(prepareSearch(items)), text));
}

describe('searchList', () => {
  it('finds names that contain every word, ignoring case', () => {
    expect(search('CH01 s000002').map(itemName)).toEqual(['A_S000002_L01_ch01.tif']);
  });

  it('finds names regardless of composition, case and spaces that can not be seen', () => {
    const names = ['Ku\u0308he 1.tif', '\u0130stanbul\u00a02.tif', ' Kuhe.tif'];
    const list = finish(prepareSearch(names.map((name) => fileItem({ key: `acme/p/${name}`, size: 1 }))));
    const found = (text: string) => finish(searchList(list, text)).map((item) => item.path.slice('acme/p/'.length));
    expect(found('K\u00dcHE')).toEqual(['Ku\u0308he 1.tif']);
    expect(found('istanbul 2')).toEqual(['\u0130stanbul\u00a02.tif']);
    expect(found('Kuhe')).toEqual([' Kuhe.tif']);
  });

  it('returns everything for an empty search', () => {
    expect(search('  ')).toBe(items);
  });

  it('returns the same result regardless of previous searches', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'A', 's', '0', '1', 'c', 'h', ' ', '.'), maxLength: 4 });
    const words = fc.array(fc.constantFrom('a', 's0', '10', 'ch01', 'ch02', 'notes'), { maxLength: 3 });
    const typed = fc.array(
      fc.oneof(
        letters,
        words.map((several) => several.join(' ')),
      ),
    );
    fc.assert(
      fc.property(typed, (texts) => {
        const list = finish(prepareSearch(items));
        for (const text of texts) expect(finish(searchList(list, text))).toEqual(search(text));
      }),
    );
  });

  it('returns the same array while a longer text matches the same items', () => {
    const list = finish(prepareSearch(items));
    const all = finish(searchList(list, '.'));
    const found = finish(searchList(list, 's000010'));
    expect(found).not.toBe(all);
    expect(finish(searchList(list, 's000010 '))).toBe(found);
    expect(finish(searchList(list, 's000010 c'))).toBe(found);
    expect(finish(searchList(list, 's000010 ch02'))).not.toBe(found);
  });

  it('returns the list itself if every item matches', () => {
    const sections = items.slice(0, 3);
    expect(finish(searchList(finish(prepareSearch(sections)), 's0'))).toBe(sections);
  });

  it('prepares plain data, so that no closure retains earlier lists', () => {
    const list = finish(prepareSearch(items));
    finish(searchList(list, 'a'));
    expect(structuredClone(list)).toEqual(list);
  });
});
