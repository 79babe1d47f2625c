import fc from 'fast-check';
import { fileItem, filesBelow, filesInside, folderExists, itemName, listFolder } from '../../src/domain/fileListing';

const entries = [
  { key: 'acme/p/TC042/A_S000010_L01_ch01.tif', size: 10, lastModified: '2024-05-01T00:00:00Z' },
  { key: 'acme/p/TC042/A_S000002_L01_ch01.tif', size: 20, lastModified: '2024-06-01T00:00:00Z' },
  { key: 'acme/p/TC042/raw/deep/notes.txt', size: 5 },
  { key: 'acme/p/empty/', size: 0 },
  { key: 'acme/p/readme.txt', size: 1 },
  { key: 'acme/p/', size: 0 },
  { key: 'acme/other/x.tif', size: 99 },
];

describe('the listing of a folder', () => {
  it('reads section, layer and channel off a name', () => {
    expect(fileItem({ key: 'acme/p/TC042/A_S000010_L01_ch03.tif', size: 10 })).toEqual({
      isFolder: false,
      path: 'acme/p/TC042/A_S000010_L01_ch03.tif',
      fileName: 'A_S000010_L01_ch03.tif',
      size: 10,
      naming: { title: '10', sectionName: 'S000010', layer: 1, channel: 3 },
    });
  });

  it('gives the direct children, folders first, with what is below them added up', () => {
    expect(listFolder(entries, 'acme/p')).toEqual([
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

  it('is in the order in which people count', () => {
    expect(listFolder(entries, 'acme/p/TC042').map(itemName)).toEqual([
      'raw',
      'A_S000002_L01_ch01.tif',
      'A_S000010_L01_ch01.tif',
    ]);
  });

  it('shows names that do not follow the grammar', () => {
    expect(listFolder(entries, 'acme/p/TC042/raw/deep')).toEqual([
      { isFolder: false, path: 'acme/p/TC042/raw/deep/notes.txt', fileName: 'notes.txt', size: 5 },
    ]);
  });

  it('keeps a folder and a file of one name apart, and a folder without a name in sight', () => {
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

  it('never drops a file or a byte', () => {
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

  it('finds every file below a folder, and not those of a folder whose name begins alike', () => {
    const files = filesBelow([...entries, { key: 'acme/p/TC0421/a.tif', size: 1 }], 'acme/p/TC042');
    expect(files.map((file) => file.size)).toEqual([10, 20, 5]);
  });

  it('knows an empty folder from none', () => {
    expect(folderExists(entries, 'acme/p/empty')).toBe(true);
    expect(folderExists(entries, 'acme/p/emp')).toBe(false);
  });

  it('gives every file inside a folder in the order in which people count, without the folders that are left out', () => {
    const inside = filesInside([...entries, { key: 'acme/p/TC0421/a.tif', size: 1 }], 'acme/p', ['acme/p/TC042']);
    expect(inside.map(({ path }) => path)).toEqual(['acme/p/readme.txt', 'acme/p/TC0421/a.tif']);
    expect(filesInside(entries, 'acme/p/TC042', []).map(itemName)).toEqual([
      'A_S000002_L01_ch01.tif',
      'A_S000010_L01_ch01.tif',
      'notes.txt',
    ]);
  });
});
