import { followRecord, parseFollows } from '@data-manager/domain/follow/followRecords';

/** A stored follow, without its phase. */
const RECORD = {
  id: 'follow-1',
  title: 'TC042',
  folderId: 'folder-1',
  folderName: 'Scan',
  keyPrefix: 'brains/TC042',
  dataset: 'TC042',
  names: { own: ['tc042'], others: [] },
  rule: { dataset: 'TC042', firstSection: 1, layer: 1, channel: 1 },
  expected: { sections: 2, channels: [1] },
  images: [{ layer: 1, channel: 1, sections: [{ first: 1, last: 1 }] }],
  numbered: 0,
  lastSent: { key: 'acme/brains/TC042/Scan/TC042_S000001_L01_ch01.tif', uploadId: 'up-1', md5s: ['md5-1'] },
  taken: 0,
  accepted: ['TC043'],
  setAsideCount: 0,
  startedAt: 1,
  lastNewAt: 2,
  arrivals: [{ at: 2, files: 1 }],
  idleAfterMs: 1_800_000,
  sponsorId: 'acme',
  userId: 'user-1',
};

it.each([
  ['followed', { phase: 'following', isIdle: true }, { growing: 0 }],
  ['waiting', { phase: 'waiting', reason: 'permission', isStopping: false, isIdle: true }, {}],
  ['waiting to stop', { phase: 'waiting', reason: 'session', isStopping: true }, {}],
  ['stopping', { phase: 'stopping' }, {}],
  ['ended', { phase: 'ended', how: 'stopped', endedAt: 3 }, {}],
] as const)('the record of a folder that is %s is read as it was written', (_name, phase, inPage) => {
  const record = { ...RECORD, ...phase };
  const [stored] = parseFollows(new Map([[RECORD.id, record]]), new Map());
  expect(stored?.follow).toStrictEqual({ ...record, ...inPage, setAside: [] });
  expect(stored && followRecord(stored.follow)).toStrictEqual(record);
});
