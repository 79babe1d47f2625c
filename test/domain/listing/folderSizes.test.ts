import { NOTHING_LISTED, withPage } from '../../../src/domain/listing/fileListing';
import { sumFolderSizes } from '../../../src/domain/listing/folderView';
import { finish } from '../../../src/lib/inPieces';
import { aListing } from '../../support/listed';

describe('the sizes of the folders of a project', () => {
  it('are those of all files below each, however deep they lie', () => {
    const listing = aListing([
      { key: 'acme/p/TC042/a.tif', size: 10 },
      { key: 'acme/p/TC042/raw/deep/b.tif', size: 5 },
      { key: 'acme/p/TC043/a.tif', size: 1 },
      { key: 'acme/p/readme.txt', size: 100 },
    ]);
    expect(finish(sumFolderSizes(listing, 'acme/p')).sizes).toEqual(
      new Map([
        ['TC042', 15],
        ['TC043', 1],
      ]),
    );
  });

  it('say nothing of a folder without files, which is no folder of 0 bytes', () => {
    const listing = aListing([{ key: 'acme/p/empty/', size: 0 }]);
    expect(finish(sumFolderSizes(listing, 'acme/p')).sizes).toEqual(new Map());
  });

  it('leave out what lies elsewhere', () => {
    const listing = aListing([{ key: 'acme/q/TC042/a.tif', size: 10 }]);
    expect(finish(sumFolderSizes(listing, 'acme/p')).sizes).toEqual(new Map());
  });

  it('are not known before all files are listed, since a part of a sum is no sum', () => {
    const begun = withPage(NOTHING_LISTED, [[{ key: 'acme/p/TC042/a.tif', size: 10 }]], 'the rest');
    expect(finish(sumFolderSizes(begun, 'acme/p'))).toEqual({});
    expect(finish(sumFolderSizes(undefined, 'acme/p'))).toEqual({});
  });
});
