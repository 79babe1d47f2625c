import { fileItem, folderExists } from '../../../src/domain/listing/fileListing';
import { PROJECT_ENTRIES } from '../../support/builders';

describe('file entries', () => {
  it('provide section, layer and channel from the file name', () => {
    expect(fileItem({ key: 'acme/p/TC042/A_S000010_L01_ch03.tif', size: 10 })).toEqual({
      isFolder: false,
      path: 'acme/p/TC042/A_S000010_L01_ch03.tif',
      fileName: 'A_S000010_L01_ch03.tif',
      size: 10,
      naming: { title: '10', sectionName: 'S000010', layer: 1, channel: 3 },
    });
  });

  it('distinguish an empty folder from a missing one', () => {
    expect(folderExists(PROJECT_ENTRIES, 'acme/p/empty')).toBe(true);
    expect(folderExists(PROJECT_ENTRIES, 'acme/p/emp')).toBe(false);
  });
});
