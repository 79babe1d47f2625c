import { NOTHING_LISTED, withPage } from '../../../src/domain/listing/fileListing';
import { sumFolderSizes } from '../../../src/domain/listing/folderView';
import { finish } from '../../../src/lib/inPieces';
import { aListing } from '../../support/builders';

describe('sumFolderSizes', () => {
  it('adds up the files of each folder at any depth', () => {
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

  it('omits a folder without files instead of returning 0 bytes', () => {
    const listing = aListing([{ key: 'acme/p/empty/', size: 0 }]);
    expect(finish(sumFolderSizes(listing, 'acme/p')).sizes).toEqual(new Map());
  });

  it('ignores files outside the path', () => {
    const listing = aListing([{ key: 'acme/q/TC042/a.tif', size: 10 }]);
    expect(finish(sumFolderSizes(listing, 'acme/p')).sizes).toEqual(new Map());
  });

  it('returns nothing until the listing is complete', () => {
    const begun = withPage(NOTHING_LISTED, [[{ key: 'acme/p/TC042/a.tif', size: 10 }]], 'the rest');
    expect(finish(sumFolderSizes(begun, 'acme/p'))).toEqual({});
    expect(finish(sumFolderSizes(undefined, 'acme/p'))).toEqual({});
  });
});
