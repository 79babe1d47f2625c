import { fileItem } from '../../../src/domain/listing/fileListing';
import { followQueue, NO_ARRIVALS, withArrivals, type QueuedFile } from '../../../src/domain/uploads/arrivals';

const FIRST: QueuedFile = { key: 'acme/p/d/d_S000001_L01_ch01.tif', size: 1, isFailed: false };
const SECOND: QueuedFile = { key: 'acme/p/d/d_S000002_L01_ch01.tif', size: 2, isFailed: false };
const NOTES: QueuedFile = { key: 'acme/p/d/notes.txt', size: 3, isFailed: false };

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

describe('withArrivals', () => {
  it('adds images that are sent or have arrived, and no other files', () => {
    const arrivals = followQueue(followQueue(NO_ARRIVALS, [FIRST, SECOND, NOTES], false), [SECOND, NOTES], false);
    expect(withArrivals([], arrivals)).toEqual({
      listed: [],
      arriving: [
        { section: 1, layer: 1, channel: 1 },
        { section: 2, layer: 1, channel: 1, arrival: 'new' },
      ],
    });
  });

  it('replaces listed images that are sent again, and ignores those that the list already has', () => {
    const arrivals = followQueue(followQueue(NO_ARRIVALS, [FIRST, SECOND], false), [SECOND], false);
    const files = [FIRST, SECOND].map(itemOf);
    expect(withArrivals(files, arrivals)).toEqual({
      listed: [itemOf(FIRST)],
      arriving: [{ section: 2, layer: 1, channel: 1, arrival: 'replacing' }],
    });
  });

  it('returns the same files if nothing is on its way', () => {
    const files = [itemOf(FIRST)];
    expect(withArrivals(files, NO_ARRIVALS).listed).toBe(files);
  });
});
