import fc from 'fast-check';
import { toStoredDownload } from '@data-manager/domain/downloads/download';
import { parseDownloadList, readDownloadList } from '@data-manager/domain/downloads/downloadList';
import type { Failure } from '@data-manager/domain/failures/failure';
import { aDownload } from '../../support/builders';

const boom: Failure = { kind: 'refused', status: 500, message: 'Boom' };

/** One download in each phase, and what they are stored as. */
const EVERY_PHASE = [
  aDownload({ id: '1', path: 'acme/a', zipFileName: 'acme-a.zip' }),
  aDownload({ id: '2', path: 'acme/b', zipFileName: 'acme-b.zip', phase: 'failed', failure: boom }),
  aDownload({ id: '3', path: 'acme/c', zipFileName: 'acme-c.zip', phase: 'preparing', totalSize: 5, completedSize: 2 }),
  aDownload({ id: '4', path: 'acme/d', zipFileName: 'acme-d.zip', phase: 'preparing', lastPollError: boom }),
  aDownload({ id: '5', path: 'acme/e', zipFileName: 'acme-e.zip', phase: 'preparing', urlExpired: true }),
  aDownload({ id: '6', path: 'acme/f', zipFileName: 'acme-f.zip', phase: 'ready', totalFiles: 3 }),
  aDownload({ id: '7', path: 'acme/g', zipFileName: 'acme-g.zip', phase: 'cancelling' }),
];

it('toStoredDownload stores the fields of the specification and no phase', () => {
  expect(toStoredDownload(aDownload({ phase: 'ready', totalSize: 5 }))).toEqual({
    id: 'download-1',
    path: 'acme/brains/TC042',
    title: 'TC042',
    zipFileName: 'acme-brains-TC042.zip',
    downsampled: false,
    downloadId: 'ref-1',
    url: 'https://files.test/archive.zip',
    totalSize: 5,
    sponsorId: 'acme',
    userId: 'user-1',
  });
  expect(toStoredDownload(aDownload({ phase: 'cancelling' }))).toMatchObject({
    downloadId: 'ref-1',
    cancelling: true,
  });
});

it('readDownloadList restores a download in every phase', () => {
  const stored = { items: JSON.stringify(EVERY_PHASE.map(toStoredDownload)), _persist: '{"version":-1}' };
  expect(readDownloadList(JSON.stringify(stored))).toEqual({ items: EVERY_PHASE, dropped: 0 });
});

it.each<Failure>([
  { kind: 'unreachable' },
  { kind: 'forbidden', message: 'no' },
  { kind: 'not-found', message: 'no', code: 'X' },
  { kind: 'refused', status: 500, message: 'Boom', code: 'X' },
  { kind: 'bad-answer', endpoint: 'POST /download', field: 'ref' },
])('readDownloadList restores the reason of a failed start or poll: %j', (failure) => {
  const items = [
    aDownload({ phase: 'failed', failure }),
    aDownload({ id: '2', path: 'acme/b', zipFileName: 'acme-b.zip', phase: 'preparing', lastPollError: failure }),
  ];
  expect(parseDownloadList(items.map(toStoredDownload)).items).toEqual(items);
});

it('readDownloadList queues a failed download whose reason is unknown', () => {
  const { items } = parseDownloadList([{ ...aDownload(), failure: { kind: 'bad weather' } }]);
  expect(items).toEqual([aDownload()]);
});

it.each([
  ['the format of redux-persist', { items: JSON.stringify([aDownload()]), _persist: '{"version":-1}' }],
  ['an object with an array', { items: [aDownload()] }],
  ['a bare array', [aDownload()]],
])('readDownloadList reads %s', (_, stored) => {
  expect(readDownloadList(JSON.stringify(stored))).toEqual({ items: [aDownload()], dropped: 0 });
});

it.each(['no json', '7', '{"items":"no json"}', '{"items":7}', '{"other":[]}'])(
  'readDownloadList drops the whole list if the text is not a list: %s',
  (text) => {
    expect(readDownloadList(text)).toEqual({ items: [], dropped: 'all' });
  },
);

it.each([
  ['that is not an object', null],
  ['without a path', { title: 'x' }],
  ['with an empty path', { path: '' }],
  ['without files', { path: [] }],
  ['without a sponsor', { path: '/brains' }],
  ['with a javascript: URL', { path: 'acme/a', url: 'javascript:alert(1)' }],
  ['with a downloadId that is not text', { path: 'acme/a', downloadId: 7 }],
])('readDownloadList drops and counts an item %s and keeps the rest', (_, bad) => {
  const { items, dropped } = parseDownloadList([bad, aDownload()]);
  expect(items.map(({ id }) => id)).toEqual(['download-1']);
  expect(dropped).toBe(1);
});

it('readDownloadList drops items with the path or the id of an earlier item', () => {
  const list = [aDownload(), aDownload({ id: 'second' }), aDownload({ path: 'acme/other' })];
  expect(parseDownloadList(list)).toMatchObject({ items: [{ path: 'acme/brains/TC042' }], dropped: 2 });
});

it('readDownloadList returns an empty list if nothing is stored', () => {
  expect(readDownloadList(null)).toEqual({ items: [], dropped: 0 });
  expect(readDownloadList('null')).toEqual({ items: [], dropped: 0 });
});

it('readDownloadList never throws, counts every item and reads back what it stores', () => {
  const anything = fc.oneof(fc.anything(), fc.array(fc.record({ path: fc.anything(), id: fc.anything() })));
  fc.assert(
    fc.property(anything, (stored) => {
      const { items, dropped } = parseDownloadList(stored);
      if (Array.isArray(stored)) expect(items.length + Number(dropped)).toBe(stored.length);
      expect(parseDownloadList(items.map(toStoredDownload))).toEqual({ items, dropped: 0 });
    }),
  );
});

describe('a list with the fields of the specification alone', () => {
  it('reads a list with the fields of the specification alone', () => {
    const list = [
      { path: 'acme/brains/TC042', downsampled: true, status: 'PREPARING', downloadId: 'ref', url: null },
      { path: ['acme/b/2', 'acme/b/1'], title: '2 files', hash: 'stale' },
    ];
    expect(parseDownloadList(list)).toMatchObject({
      dropped: 0,
      items: [
        {
          phase: 'preparing',
          id: 'restored-0',
          title: 'TC042',
          zipFileName: 'downsampled_acme-brains-TC042.zip',
          sponsorId: 'acme',
          userId: '',
        },
        {
          phase: 'queued',
          id: 'restored-1',
          title: '2 files',
          downsampled: false,
          hash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        },
      ],
    });
  });

  it('reads a list with a URL but no downloadId', () => {
    const list = [{ ...aDownload(), url: 'https://files.test/archive.zip' }];
    expect(parseDownloadList(list).items).toEqual([
      { ...aDownload(), phase: 'ready', url: 'https://files.test/archive.zip' },
    ]);
  });
});
