import fc from 'fast-check';
import { downloadPhase } from '../../../src/domain/downloads/download';
import { parseDownloadList, readDownloadList } from '../../../src/domain/downloads/downloadList';
import type { Failure } from '../../../src/domain/failures/failure';
import { aDownload } from '../../support/builders';

describe('a stored download list', () => {
  it('gives back what the app stored, but for passing remarks', () => {
    const items = [
      aDownload({ id: '1', path: 'acme/a', zipFileName: 'acme-a.zip' }),
      aDownload({ id: '2', phase: 'preparing', totalSize: 5, completedSize: 2, totalFiles: 1, downsampled: true }),
      aDownload({ id: '3', phase: 'ready', path: 'acme/c' }),
      aDownload({ id: '5', phase: 'preparing', hadLink: true, path: 'acme/e' }),
      aDownload({ id: '4', phase: 'preparing', cancelling: true, path: 'acme/d' }),
    ];
    const named = items.map((item) => ({ ...item, zipFileName: expect.any(String) as string }));
    expect(parseDownloadList({ items })).toEqual({ items: named, dropped: 0 });
  });

  it.each<Failure>([
    { kind: 'unreachable' },
    { kind: 'forbidden', message: 'no' },
    { kind: 'not-found', message: 'no', code: 'X' },
    { kind: 'refused', status: 500, message: 'Boom', code: 'X' },
    { kind: 'bad-answer', endpoint: 'POST /download', field: 'ref' },
  ])('keeps why a start failed or a poll brought no answer: %j', (failure) => {
    const stored = [
      aDownload({ phase: 'failed', failure }),
      aDownload({ id: '2', path: 'acme/b', phase: 'preparing', unanswered: failure }),
    ];
    expect(parseDownloadList(stored).items).toMatchObject([{ failure }, { unanswered: failure }]);
  });

  it('queues again what failed for a reason that nobody knows', () => {
    const [item] = parseDownloadList([{ ...aDownload(), failure: { kind: 'bad weather' } }]).items;
    expect(item && downloadPhase(item)).toBe('queued');
  });

  it.each([
    ['as redux-persist writes it', { items: JSON.stringify([aDownload()]), _persist: '{"version":-1}' }],
    ['as an object', { items: [aDownload()] }],
    ['as a bare array', [aDownload()]],
  ])('is read %s', (_, stored) => {
    expect(readDownloadList(JSON.stringify(stored))).toMatchObject({ items: [{ id: 'download-1' }], dropped: 0 });
  });

  it.each(['no json', '7', '{"items":"no json"}', '{"items":7}', '{"other":[]}'])(
    'that is none counts as lost: %s',
    (text) => {
      expect(readDownloadList(text)).toEqual({ items: [], dropped: 'all' });
    },
  );

  it('reads items of an older version, which have neither id, archive name nor owner', () => {
    const older = [
      { path: 'acme/brains/TC042', downsampled: true, status: 'PREPARING', downloadId: 'ref', url: null },
      { path: ['acme/b/2', 'acme/b/1'], title: '2 files', hash: 'stale' },
    ];
    expect(parseDownloadList(older)).toMatchObject({
      dropped: 0,
      items: [
        {
          id: 'restored-0',
          title: 'TC042',
          zipFileName: 'downsampled_acme-brains-TC042.zip',
          sponsorId: 'acme',
          userId: '',
        },
        {
          id: 'restored-1',
          title: '2 files',
          downsampled: false,
          hash: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        },
      ],
    });
  });

  it.each([
    ['no object', null],
    ['no path', { title: 'x' }],
    ['an empty path', { path: '' }],
    ['no files', { path: [] }],
    ['no sponsor', { path: '/brains' }],
    ['a link that is none', { path: 'acme/a', url: 'javascript:alert(1)' }],
    ['a reference that is none', { path: 'acme/a', downloadId: 7 }],
  ])('drops and counts an item with %s, and keeps the rest', (_, bad) => {
    const { items, dropped } = parseDownloadList([bad, aDownload()]);
    expect(items.map(({ id }) => id)).toEqual(['download-1']);
    expect(dropped).toBe(1);
  });

  it('drops the second of two that are the same or have the same id', () => {
    const list = [aDownload(), aDownload({ id: 'second' }), aDownload({ path: 'acme/other' })];
    expect(parseDownloadList(list)).toMatchObject({ items: [{ path: 'acme/brains/TC042' }], dropped: 2 });
  });

  it('is empty where nothing was stored', () => {
    expect(readDownloadList(null)).toEqual({ items: [], dropped: 0 });
    expect(readDownloadList('null')).toEqual({ items: [], dropped: 0 });
  });

  it('never throws, accounts for every item, and reads its own result as it is', () => {
    const anything = fc.oneof(fc.anything(), fc.array(fc.record({ path: fc.anything(), id: fc.anything() })));
    fc.assert(
      fc.property(anything, (stored) => {
        const { items, dropped } = parseDownloadList(stored);
        if (Array.isArray(stored)) expect(items.length + Number(dropped)).toBe(stored.length);
        expect(parseDownloadList(items)).toEqual({ items, dropped: 0 });
      }),
    );
  });
});
