import { fileItem, filesBelow, folderExists } from '../../src/domain/fileListing';

const entries = [
  { key: 'acme/p/TC042/A_S000010_L01_ch01.tif', size: 10, lastModified: '2024-05-01T00:00:00Z' },
  { key: 'acme/p/TC042/A_S000002_L01_ch01.tif', size: 20, lastModified: '2024-06-01T00:00:00Z' },
  { key: 'acme/p/TC042/raw/deep/notes.txt', size: 5 },
  { key: 'acme/p/empty/', size: 0 },
  { key: 'acme/p/readme.txt', size: 1 },
  { key: 'acme/p/', size: 0 },
  { key: 'acme/other/x.tif', size: 99 },
];

describe('entries of the storage', () => {
  it('reads section, layer and channel off a name', () => {
    expect(fileItem({ key: 'acme/p/TC042/A_S000010_L01_ch03.tif', size: 10 })).toEqual({
      isFolder: false,
      path: 'acme/p/TC042/A_S000010_L01_ch03.tif',
      fileName: 'A_S000010_L01_ch03.tif',
      size: 10,
      naming: { title: '10', sectionName: 'S000010', layer: 1, channel: 3 },
    });
  });

  it('finds every file below a folder, and not those of a folder whose name begins alike', () => {
    const files = filesBelow([...entries, { key: 'acme/p/TC0421/a.tif', size: 1 }], 'acme/p/TC042');
    expect(files.map((file) => file.size)).toEqual([10, 20, 5]);
  });

  it('knows an empty folder from none', () => {
    expect(folderExists(entries, 'acme/p/empty')).toBe(true);
    expect(folderExists(entries, 'acme/p/emp')).toBe(false);
  });
});
