import { NOTHING_LISTED, withPage, type FileListing } from '@data-manager/domain/listing/fileListing';
import { findFolderLike } from '@data-manager/domain/listing/findFolder';

const ROOT = 'acme/brains/TC042';

function listingOf(...paths: string[]): FileListing {
  const entries = paths.map((path) => ({ key: `${ROOT}/${path}`, size: 1 }));
  return withPage(NOTHING_LISTED, [entries.slice(0, 2), entries.slice(2)], undefined);
}

const listing = listingOf('a.tif', 'Raw/a.tif', 'Raw/Süden/b.tif', 'empty/', 'raw data/c.tif');

it.each([
  ['a folder in another case', 'raw', 'Raw'],
  ['a folder in another normal form', 'Raw/Su\u0308den', 'Raw/Süden'],
  ['a folder whose parent is in another case', 'RAW/Süden', 'Raw/Süden'],
  ['an empty folder', 'EMPTY', 'empty'],
])('findFolderLike finds %s', (_what, folder, found) => {
  expect(findFolderLike(listing, ROOT, folder)).toBe(found);
});

it.each([
  ['the root', ''],
  ['a folder that exists', 'Raw'],
  ['the beginning of the name of a folder', 'raw dat'],
  ['the name of a file', 'A.tif'],
  ['a folder that does not exist', 'other/Raw'],
])('findFolderLike finds nothing for %s', (_what, folder) => {
  expect(findFolderLike(listing, ROOT, folder)).toBeUndefined();
});

it('findFolderLike prefers the folder with exactly the name to one that reads the same', () => {
  expect(findFolderLike(listingOf('RAW/a.tif', 'raw/a.tif'), ROOT, 'raw')).toBeUndefined();
});
