import fc from 'fast-check';
import {
  itemName,
  NOTHING_LISTED,
  withPage,
  type FileEntry,
  type ListingItem,
} from '@data-manager/domain/listing/fileListing';
import { viewFolder } from '@data-manager/domain/listing/folderView';
import { aListing, PROJECT_ENTRIES } from '../../support/builders';

function listFolder(all: readonly FileEntry[], path: string): readonly ListingItem[] {
  const { folders, files } = viewFolder(aListing(all), path, []);
  return [...folders, ...files];
}

it('viewFolder returns direct children, folders first, with the totals below them', () => {
  expect(listFolder(PROJECT_ENTRIES, 'acme/p')).toEqual([
    { isFolder: true, title: 'empty', path: 'acme/p/empty', size: 0, fileCount: 0 },
    {
      isFolder: true,
      title: 'TC042',
      path: 'acme/p/TC042',
      size: 35,
      fileCount: 3,
      lastModified: '2024-06-01T00:00:00Z',
    },
    { isFolder: false, path: 'acme/p/readme.txt', fileName: 'readme.txt', size: 1 },
  ]);
});

it('viewFolder sorts names naturally', () => {
  expect(listFolder(PROJECT_ENTRIES, 'acme/p/TC042').map(itemName)).toEqual([
    'raw',
    'A_S000002_L01_ch01.tif',
    'A_S000010_L01_ch01.tif',
  ]);
});

it('viewFolder distinguishes a folder from a file of the same name, and shows a folder without a name', () => {
  const items = listFolder(
    [
      { key: 'a/x', size: 1 },
      { key: 'a/x/y', size: 2 },
      { key: 'a//z', size: 3 },
    ],
    'a',
  );
  expect(items.map((item) => [item.isFolder, itemName(item)])).toEqual([
    [true, '(no name)'],
    [true, 'x'],
    [false, 'x'],
  ]);
});

it('viewFolder never loses a file or a byte', () => {
  const segment = fc.stringMatching(/^[ab ._-]{0,3}$/);
  const keys = fc.uniqueArray(fc.array(segment, { minLength: 1, maxLength: 4 }).map((all) => `r/${all.join('/')}`));
  fc.assert(
    fc.property(keys, (all) => {
      const files = all.filter((key) => !key.endsWith('/')).map((key, index) => ({ key, size: index + 1 }));
      const items = listFolder(files, 'r');
      const counted = items.reduce((sum, item) => sum + (item.isFolder ? item.fileCount : 1), 0);
      const bytes = items.reduce((sum, item) => sum + item.size, 0);
      return counted === files.length && bytes === files.reduce((sum, file) => sum + file.size, 0);
    }),
  );
});

it('viewFolder returns all files at any depth in natural order, including files in excluded folders', () => {
  const all = aListing([...PROJECT_ENTRIES, { key: 'acme/p/TC0421/a.tif', size: 1 }]);
  const { folders, inside } = viewFolder(all, 'acme/p', ['acme/p/TC042']);
  expect(folders.map(({ title }) => title)).toEqual(['empty', 'TC0421']);
  expect(inside.map(({ path }) => path.slice('acme/p/'.length))).toEqual([
    'readme.txt',
    'TC042/A_S000002_L01_ch01.tif',
    'TC042/A_S000010_L01_ch01.tif',
    'TC042/raw/deep/notes.txt',
    'TC0421/a.tif',
  ]);
  expect(viewFolder(all, 'acme/p/TC042', []).inside.map(itemName)).toEqual([
    'A_S000002_L01_ch01.tif',
    'A_S000010_L01_ch01.tif',
    'notes.txt',
  ]);
});

it('viewFolder adds up everything listed so far, including excluded folders', () => {
  const sum = { fileCount: 4, size: 36 };
  expect(viewFolder(aListing(PROJECT_ENTRIES), 'acme/p', ['acme/p/TC042']).sum).toEqual(sum);
  const begun = withPage(NOTHING_LISTED, [PROJECT_ENTRIES.slice(0, 1)], 'c1');
  expect(viewFolder(begun, 'acme/p', []).sum).toEqual({ fileCount: 1, size: 10 });
  const grown = withPage(begun, [PROJECT_ENTRIES.slice(1)], undefined);
  expect(viewFolder(grown, 'acme/p', []).sum).toEqual(sum);
});

it('viewFolder grows with the listing, in the order of the server until the last page', () => {
  const first = withPage(NOTHING_LISTED, [PROJECT_ENTRIES.slice(0, 1), PROJECT_ENTRIES.slice(2, 3)], 'c1');
  const path = 'acme/p/TC042';
  const names = (view: { readonly inside: readonly ListingItem[] }) => view.inside.map(itemName);
  expect(names(viewFolder(first, path, []))).toEqual(['A_S000010_L01_ch01.tif', 'notes.txt']);
  const whole = withPage(first, [PROJECT_ENTRIES.slice(1, 2)], undefined);
  expect(names(viewFolder(whole, path, []))).toEqual(['A_S000002_L01_ch01.tif', 'A_S000010_L01_ch01.tif', 'notes.txt']);
  expect(viewFolder(whole, path, []).folders).toMatchObject([{ title: 'raw', fileCount: 1, size: 5 }]);
});
