import type { UnknownAction } from '@reduxjs/toolkit';
import type { DownloadItem, DownloadPhase } from '@data-manager/domain/downloads/download';
import * as downloads from '../../../src/transfers/downloads/downloadsSlice';
import { aDownload, aSavedArchive } from '../../support/builders';

type Result = DownloadPhase | 'gone';

const PHASES: readonly DownloadPhase[] = ['queued', 'failed', 'preparing', 'ready', 'cancelling'];
const id = 'download-1';
const url = 'https://files.test/a.zip';
const failure = { kind: 'unreachable' } as const;
const archive = aSavedArchive();

/** The next phase for each phase that an event fits; in all others it changes nothing. */
const TABLE: readonly [string, UnknownAction, Partial<Record<DownloadPhase, Result>>][] = [
  ['downloadQueued (the same again)', downloads.downloadQueued({ item: aDownload({ id: 'other' }) }), {}],
  ['downloadStarted', downloads.downloadStarted({ id, downloadId: 'ref-1' }), { queued: 'preparing' }],
  ['downloadStarted with a URL', downloads.downloadStarted({ id, downloadId: 'r', url }), { queued: 'ready' }],
  ['startFailed', downloads.startFailed({ id, failure }), { queued: 'failed' }],
  ['downloadRequeued', downloads.downloadRequeued({ id }), { failed: 'queued' }],
  ['progressReceived', downloads.progressReceived({ id, completedSize: 7 }), { preparing: 'preparing' }],
  ['pollFailed', downloads.pollFailed({ id, failure }), { preparing: 'preparing' }],
  ['downloadReady', downloads.downloadReady({ id, url }), { preparing: 'ready' }],
  ['urlExpired', downloads.urlExpired({ id }), { ready: 'preparing' }],
  ['downloadSaved', downloads.downloadSaved({ archive }), { ready: 'gone' }],
  ['downloadSavedInOtherTab', downloads.downloadSavedInOtherTab({ archive }), {}],
  ['downloadLost', downloads.downloadLost({ id }), { preparing: 'gone' }],
  ['cancellingStarted', downloads.cancellingStarted({ id }), { preparing: 'cancelling' }],
  ['downloadCancelled', downloads.downloadCancelled({ id }), { cancelling: 'gone' }],
  ['downloadRemoved', downloads.downloadRemoved({ id }), { queued: 'gone', failed: 'gone', ready: 'gone' }],
  ['queueCleared', downloads.queueCleared({ ids: [id] }), { queued: 'gone', failed: 'gone' }],
  ['downloadRequested', downloads.downloadRequested({ path: 'acme/b', title: 'b', downsampled: false }), {}],
  ['removeRequested', downloads.removeRequested({ id }), {}],
  ['cancelRequested', downloads.cancelRequested({ id }), {}],
  ['clearAllRequested', downloads.clearAllRequested({ ids: ['d'] }), {}],
  ['retryRequested', downloads.retryRequested({ id }), {}],
];

const CELLS = TABLE.flatMap(([name, event, next]) =>
  PHASES.map((phase) => ({ name, event, phase, result: next[phase] ?? phase, fits: phase in next })),
);

describe('a download', () => {
  it.each(CELLS)('goes from $phase to $result on $name', ({ event, phase, result, fits }) => {
    const before = { items: [aDownload({ phase })] };
    const after = downloads.downloadsReducer(before, event);
    expect(after.items[0]?.phase ?? 'gone').toBe(result);
    if (!fits) expect(after).toEqual(before);
  });
});

describe('the download list', () => {
  const reduce = (items: readonly DownloadItem[], event: UnknownAction): readonly DownloadItem[] =>
    downloads.downloadsReducer({ items }, event).items;

  it('adds a folder twice only if the downsampled flag differs', () => {
    const other = aDownload({ id: 'other' });
    expect(reduce([aDownload()], downloads.downloadQueued({ item: other }))).toHaveLength(1);
    const downsampled = aDownload({ id: 'other', downsampled: true });
    expect(reduce([aDownload()], downloads.downloadQueued({ item: downsampled }))).toHaveLength(2);
  });

  it('does not add a set of files twice, regardless of their order', () => {
    const first = aDownload({ path: ['acme/b/1', 'acme/b/2'], hash: 'h' });
    const again = aDownload({ id: 'other', path: ['acme/b/2', 'acme/b/1'], hash: 'h' });
    expect(reduce([first], downloads.downloadQueued({ item: again }))).toEqual([first]);
  });

  it('adds the same folder for each user', () => {
    const item = aDownload({ id: 'other', userId: 'user-2' });
    expect(reduce([aDownload()], downloads.downloadQueued({ item }))).toHaveLength(2);
  });

  it('keeps known sizes and clears the last poll error when the server reports progress', () => {
    const item = aDownload({ phase: 'preparing', totalSize: 100, lastPollError: failure });
    expect(reduce([item], downloads.progressReceived({ id, completedSize: 7 }))).toEqual([
      aDownload({ phase: 'preparing', totalSize: 100, completedSize: 7 }),
    ]);
  });

  it('ignores events of downloads that have left it', () => {
    for (const [, event] of TABLE.slice(1)) expect(reduce([], event)).toEqual([]);
  });

  it('is replaced by a restored list', () => {
    const restored = [aDownload({ id: 'restored' })];
    expect(reduce([aDownload()], downloads.downloadsRestored({ items: restored }))).toEqual(restored);
  });
});
