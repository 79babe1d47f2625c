import { fileItem, filesBelow, folderExists, NOTHING_LISTED, withPage } from '@data-manager/domain/listing/fileListing';
import { aListing, PROJECT_ENTRIES } from '../../support/builders';

describe('file entries', () => {
  it('reads section, layer and channel from the name of a file', () => {
    expect(fileItem({ key: 'acme/p/TC042/A_S000010_L01_ch03.tif', size: 10 })).toEqual({
      isFolder: false,
      path: 'acme/p/TC042/A_S000010_L01_ch03.tif',
      fileName: 'A_S000010_L01_ch03.tif',
      size: 10,
      naming: { title: '10', sectionName: 'S000010', layer: 1, channel: 3 },
    });
  });

  it('distinguishes an empty folder from a missing one', () => {
    expect(folderExists(PROJECT_ENTRIES, 'acme/p/empty')).toBe(true);
    expect(folderExists(PROJECT_ENTRIES, 'acme/p/emp')).toBe(false);
  });
});

describe('the files of a listing', () => {
  const namesOf = (...names: string[]) => names.map((name) => ({ key: `acme/p/${name}`, size: 1 }));

  it('sorts files by path in natural order, whatever the order of the server', () => {
    const files = filesBelow(aListing(namesOf('b10', 'b9', 'a/x', 'B1')), 'acme/p');
    expect(files?.map(({ path }) => path)).toEqual(['acme/p/a/x', 'acme/p/B1', 'acme/p/b9', 'acme/p/b10']);
  });

  it('sorts files that are in order within their pages, but not from one page to the next', () => {
    const pages = [namesOf('a', 'c'), namesOf('empty/'), namesOf('b', 'd')];
    const listing = withPage(NOTHING_LISTED, pages, undefined);
    expect(filesBelow(listing, 'acme/p')?.map(({ fileName }) => fileName)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps the order of files that arrive in natural order', () => {
    const listing = withPage(NOTHING_LISTED, [namesOf('a9', 'A10'), namesOf('a10', 'b')], undefined);
    expect(filesBelow(listing, 'acme/p')?.map(({ fileName }) => fileName)).toEqual(['a9', 'A10', 'a10', 'b']);
  });

  it('knows the files only when the last page has arrived', () => {
    const begun = withPage(NOTHING_LISTED, [namesOf('b')], 'c1');
    expect(filesBelow(begun, 'acme/p')).toBeUndefined();
    expect(filesBelow(withPage(begun, [namesOf('a')], undefined), 'acme/p')).toHaveLength(2);
  });

  it('returns the same array if all files are below the path, and those below it otherwise', () => {
    const listing = aListing(namesOf('a', 'raw/b', 'raw2/c', 'raw/'));
    expect(filesBelow(listing, 'acme/p')).toBe(listing.files[0]);
    expect(filesBelow(listing, 'acme/p/raw')?.map(({ fileName }) => fileName)).toEqual(['b']);
  });

  it('makes the same rows of a listing as of its entries alone', () => {
    const entries = namesOf('A_S000010_L01_ch01.tif', 'A_S000010_L01_ch02.tif', 'A_S000011_L01_ch01.tif', 'notes');
    expect(aListing(entries).files).toEqual([entries.map(fileItem)]);
  });
});
