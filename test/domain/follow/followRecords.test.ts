import { followRecord, parseFollows } from '@data-manager/domain/follow/followRecords';

/** A stored follow, without its phase. */
const RECORD = {
  id: 'follow-1',
  title: 'TC042',
  folderId: 'folder-1',
  folderName: 'Scan',
  keyPrefix: 'brains/TC042',
  dataset: 'TC042',
  rule: { dataset: 'TC042', firstSection: 1, layer: 1, channel: 1 },
  expected: { sections: 2, channels: [1] },
  images: [{ layer: 1, channel: 1, sections: [{ first: 1, last: 1 }] }],
  numbered: 0,
  lastSent: { key: 'acme/brains/TC042/Scan/TC042_S000001_L01_ch01.tif', uploadId: 'up-1', md5s: ['md5-1'] },
  taken: 0,
  foreign: { files: 1, prefix: 'TC043' },
  setAsideCount: 0,
  startedAt: 1,
  lastNewAt: 2,
  arrivals: [{ at: 2, files: 1 }],
  idleAfterMs: 1_800_000,
  sponsorId: 'acme',
  userId: 'user-1',
};

/** What versions store in which every phase has `isIdle`, and what it means. */
const CASES = [
  [
    'followed without new files',
    { phase: 'following', isIdle: true },
    { phase: 'following', growing: 0, isIdle: true },
  ],
  [
    'waiting',
    { phase: 'waiting', reason: 'permission', isIdle: true },
    { phase: 'waiting', reason: 'permission', isStopping: false, isIdle: true },
  ],
  [
    'waiting to stop',
    { phase: 'waiting', reason: 'session', isStopping: true, isIdle: true },
    { phase: 'waiting', reason: 'session', isStopping: true },
  ],
  ['stopping', { phase: 'stopping', isIdle: true }, { phase: 'stopping' }],
  [
    'ended',
    { phase: 'ended', how: 'stopped', endedAt: 3, isIdle: true },
    { phase: 'ended', how: 'stopped', endedAt: 3 },
  ],
] as const;

function parse(record: object) {
  return parseFollows(new Map([[RECORD.id, record]]), new Map()).map(({ follow }) => follow);
}

describe('the record of a followed folder', () => {
  it.each(CASES)('is read if an earlier version wrote it while the folder was %s', (_name, stored, meant) => {
    expect(parse({ ...RECORD, ...stored })).toStrictEqual([{ ...RECORD, setAside: [], ...meant }]);
  });

  it.each(CASES)('can be read by an earlier version in another tab while the folder is %s', (_name, stored, meant) => {
    const [follow] = parse({ ...RECORD, ...stored });
    const isIdle = 'isIdle' in meant && meant.isIdle;
    expect(follow && followRecord(follow)).toStrictEqual({ ...RECORD, ...stored, isIdle });
  });
});
