import { fileItem } from '@data-manager/domain/listing/fileListing';
import {
  arrivingImages,
  beginArrivals,
  followListing,
  followQueue,
  type QueuedFile,
} from '@data-manager/domain/uploads/arrivals';

const FIRST: QueuedFile = { key: 'acme/p/d/d_S000001_L01_ch01.tif', size: 1, isFailed: false };
const SECOND: QueuedFile = { key: 'acme/p/d/d_S000002_L01_ch01.tif', size: 2, isFailed: false };
const NOTES: QueuedFile = { key: 'acme/p/d/notes.txt', size: 3, isFailed: false };

const NO_ARRIVALS = beginArrivals([]);

const itemOf = ({ key, size }: QueuedFile) => fileItem({ key, size });

describe('followQueue', () => {
  const both = followQueue(NO_ARRIVALS, [FIRST, SECOND], false);

  it('counts a file that leaves the queue as arrived', () => {
    const { sending, arrived } = followQueue(both, [SECOND], false);
    expect([sending, arrived]).toEqual([[SECOND], [FIRST]]);
  });

  it('counts neither failed nor cancelled files as arrived', () => {
    const failed = followQueue(both, [{ ...FIRST, isFailed: true }, SECOND], false);
    expect([failed.sending, failed.arrived]).toEqual([[SECOND], []]);
    expect(followQueue(failed, [SECOND], false).arrived).toEqual([]);
    expect(followQueue(both, [], true).arrived).toEqual([]);
  });
});

describe('followListing', () => {
  const arrivedBefore = followQueue(followQueue(NO_ARRIVALS, [FIRST], false), [], false);

  it('keeps a file that arrived while the list was being fetched until the next list', () => {
    const afterOne = followListing(arrivedBefore);
    expect(afterOne.arrived).toEqual([FIRST]);
    expect(followListing(afterOne).arrived).toEqual([]);
  });

  it('returns the same object if nothing has arrived, so that the screen is not rendered again', () => {
    const sending = followQueue(NO_ARRIVALS, [FIRST], false);
    expect(followListing(sending)).toBe(sending);
  });
});

describe('beginArrivals', () => {
  it('keeps files that were uploaded before for one list, which may have been requested before they arrived', () => {
    const afterOne = followListing(beginArrivals([FIRST]));
    expect(afterOne.arrived).toEqual([FIRST]);
    expect(followListing(afterOne).arrived).toEqual([]);
  });
});

it('arrivingImages returns images that are sent or have arrived, and no other files', () => {
  const arrivals = followQueue(followQueue(NO_ARRIVALS, [FIRST, SECOND, NOTES], false), [SECOND, NOTES], false);
  expect(arrivingImages([], arrivals)).toMatchObject([
    { section: 1, layer: 1, channel: 1 },
    { section: 2, layer: 1, channel: 1, arrival: 'arriving' },
  ]);
});

it('arrivingImages ignores images that the list already has, even if they are sent again', () => {
  const arrivals = followQueue(followQueue(NO_ARRIVALS, [FIRST, SECOND], false), [SECOND], false);
  expect(arrivingImages([FIRST, SECOND].map(itemOf), arrivals)).toEqual([]);
});
