import {
  confirmedText,
  countUploaded,
  gapsText,
  leftOutText,
  onTheWayText,
  sortByReason,
  uploadResultText,
  type RequestedUpload,
} from '@data-manager/domain/uploads/uploadResult';

function aRequest(files: number, given: Partial<RequestedUpload> = {}): RequestedUpload {
  return {
    owner: { sponsorId: 'acme', userId: 'user-1' },
    files: Array.from({ length: files }, (_, index) => ({ id: `${index}`, key: `acme/brains/${index}.tif`, size: 10 })),
    leftOut: [],
    unread: 0,
    damaged: [],
    dropped: [],
    ...given,
  };
}

describe('the result of an upload', () => {
  it('counts the files that have left the queue as uploaded, except those that were dropped', () => {
    const counts = countUploaded(aRequest(10, { dropped: ['0'] }), { sending: ['3', '4', '5'], failed: ['1', '2'] });
    expect(counts).toEqual({ requested: 10, uploaded: 4, sending: 3, failed: 2, dropped: 1 });
  });

  it.each([
    [0, undefined],
    [1, 'The server has confirmed its checksum.'],
    [2, 'The server has confirmed the checksum of each of them.'],
  ])('says of %i uploaded files why they are complete', (uploaded, text) => {
    expect(confirmedText(uploaded)).toBe(text);
  });

  it.each([
    [{ sending: ['0', '1'], failed: [] }, '3 of 5 files are uploaded so far.'],
    [{ sending: [], failed: ['0', '1', '2', '3'] }, '1 of 5 files is uploaded.'],
    [{ sending: [], failed: [] }, 'All 5 files are uploaded.'],
  ])('says how many of the files are uploaded (%j)', (queued, text) => {
    expect(uploadResultText(countUploaded(aRequest(5), queued))).toBe(text);
  });

  it.each([
    [1, 0, '1 file is on the way.'],
    [3, 1, '3 files are on the way; 1 of them replaces a file on the server.'],
    [3, 2, '3 files are on the way; 2 of them replace files on the server.'],
    [3, 3, '3 files are on the way; they replace files on the server.'],
    [1, 1, '1 file is on the way; it replaces a file on the server.'],
  ])('says of %i files on the way that %i replace others', (sending, replacing, text) => {
    expect(onTheWayText(sending, replacing, undefined)).toBe(text);
  });

  it.each([
    [1, 0, 'paused', 'The upload is paused: 1 file is waiting.'],
    [3, 1, 'offline', 'Offline: 3 files are waiting; 1 of them replaces a file on the server.'],
    [2, 0, 'signedOut', 'Signed out: 2 files are waiting.'],
    [2, 0, 'cancelling', 'An upload is being cancelled: 2 files are waiting.'],
  ] as const)('says of %i files, of which %i replace others, that they are %s', (sending, replacing, hold, text) => {
    expect(onTheWayText(sending, replacing, hold)).toBe(text);
  });

  it('says of one missing image and of several that they can be uploaded later', () => {
    expect(gapsText(1)).toBe('The map below shows where. It can be uploaded later.');
    expect(gapsText(2)).toBe('The map below shows where. They can be uploaded later.');
  });

  const leftOut = [
    { name: 'a.tif', reason: 'identical' },
    { name: 'b.tif', reason: 'damaged' },
    { name: 'c.tif', reason: 'identical' },
  ] as const;

  it('counts the files that were left out by reason, damaged ones first', () => {
    expect(leftOutText({ leftOut, unread: 2 })).toBe('1 damaged · 2 on the server already · 2 could not be read');
  });

  it('lists damaged files before those that are on the server already', () => {
    expect(sortByReason(leftOut).map(({ name }) => name)).toEqual(['b.tif', 'a.tif', 'c.tif']);
  });
});
