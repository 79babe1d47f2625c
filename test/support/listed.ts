import { NOTHING_LISTED, withPage, type FileEntry, type FileListing } from '../../src/domain/listing/fileListing';

/** A project with a dataset, a folder in that, an empty folder, a file of its own, and another project beside it. */
export const PROJECT_ENTRIES: readonly FileEntry[] = [
  { key: 'acme/p/TC042/A_S000010_L01_ch01.tif', size: 10, lastModified: '2024-05-01T00:00:00Z' },
  { key: 'acme/p/TC042/A_S000002_L01_ch01.tif', size: 20, lastModified: '2024-06-01T00:00:00Z' },
  { key: 'acme/p/TC042/raw/deep/notes.txt', size: 5 },
  { key: 'acme/p/empty/', size: 0 },
  { key: 'acme/p/readme.txt', size: 1 },
  { key: 'acme/p/', size: 0 },
  { key: 'acme/other/x.tif', size: 99 },
];

/** A listing that has come whole, in one page. */
export function aListing(entries: readonly FileEntry[]): FileListing {
  return withPage(NOTHING_LISTED, [[...entries]], undefined);
}
