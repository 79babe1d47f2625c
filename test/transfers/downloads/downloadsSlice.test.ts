import type { UnknownAction } from '@reduxjs/toolkit';
import { downloadPhase, type DownloadItem } from '../../../src/domain/downloads/download';
import * as downloads from '../../../src/transfers/downloads/downloadsSlice';
import { aDownload } from '../../support/builders';

type State = 'queued' | 'failed' | 'preparing' | 'ready' | 'cancelling';
type Result = State | 'gone';

const STATES: readonly State[] = ['queued', 'failed', 'preparing', 'ready', 'cancelling'];
const id = 'download-1';
const URL_A = 'https://files.test/a.zip';
const failure = { kind: 'unreachable' } as const;

function inState(state: State): DownloadItem {
  return state === 'cancelling' ? aDownload({ phase: 'preparing', cancelling: true }) : aDownload({ phase: state });
}

function stateOf(item: DownloadItem | undefined): Result {
  if (item === undefined) return 'gone';
  return item.cancelling === true ? 'cancelling' : downloadPhase(item);
}

/** Where each event leads from each state that it fits; from all others it changes nothing. */
const TABLE: readonly [string, UnknownAction, Partial<Record<State, Result>>][] = [
  ['downloadQueued (the same again)', downloads.downloadQueued({ item: aDownload({ id: 'other' }) }), {}],
  ['downloadStarted', downloads.downloadStarted({ id, downloadId: 'ref-1' }), { queued: 'preparing' }],
  ['downloadStarted with a link', downloads.downloadStarted({ id, downloadId: 'r', url: URL_A }), { queued: 'ready' }],
  ['startFailed', downloads.startFailed({ id, failure }), { queued: 'failed' }],
  ['downloadRequeued', downloads.downloadRequeued({ id }), { failed: 'queued' }],
  ['progressReceived', downloads.progressReceived({ id, completedSize: 7 }), { preparing: 'preparing' }],
  ['pollUnanswered', downloads.pollUnanswered({ id, failure }), { preparing: 'preparing' }],
  ['downloadReady', downloads.downloadReady({ id, url: URL_A }), { preparing: 'ready' }],
  ['linkAged', downloads.linkAged({ id }), { ready: 'preparing' }],
  ['downloadSaved', downloads.downloadSaved({ id }), { ready: 'gone' }],
  ['downloadLost', downloads.downloadLost({ id }), { preparing: 'gone' }],
  ['cancellingStarted', downloads.cancellingStarted({ id }), { preparing: 'cancelling' }],
  ['downloadCancelled', downloads.downloadCancelled({ id }), { cancelling: 'gone' }],
  ['downloadRemoved', downloads.downloadRemoved({ id }), { queued: 'gone', failed: 'gone', ready: 'gone' }],
  ['queueCleared', downloads.queueCleared({ ids: [id] }), { queued: 'gone', failed: 'gone' }],
  ['downloadRequested', downloads.downloadRequested({ path: 'acme/b', title: 'b', downsampled: false }), {}],
  ['removeRequested', downloads.removeRequested({ id }), {}],
  ['cancelRequested', downloads.cancelRequested({ id }), {}],
  ['clearAllRequested', downloads.clearAllRequested(), {}],
  ['retryRequested', downloads.retryRequested({ id }), {}],
];

const CELLS = TABLE.flatMap(([name, event, leads]) =>
  STATES.map((state) => ({ name, event, state, result: leads[state] ?? state, fits: state in leads })),
);

describe('every state and every event of a download', () => {
  it.each(CELLS)('$state · $name → $result', ({ event, state, result, fits }) => {
    const before = { items: [inState(state)] };
    const after = downloads.downloadsReducer(before, event);
    expect(stateOf(after.items[0])).toBe(result);
    if (!fits) expect(after).toEqual(before);
  });
});

describe('the list', () => {
  const reduce = (items: readonly DownloadItem[], event: UnknownAction): readonly DownloadItem[] =>
    downloads.downloadsReducer({ items }, event).items;

  it('does not add the same folder twice unless the downsampled flag differs', () => {
    const other = aDownload({ id: 'other' });
    expect(reduce([aDownload()], downloads.downloadQueued({ item: other }))).toHaveLength(1);
    const downsampled = aDownload({ id: 'other', downsampled: true });
    expect(reduce([aDownload()], downloads.downloadQueued({ item: downsampled }))).toHaveLength(2);
  });

  it('does not add the same files twice, in whatever order they were chosen', () => {
    const first = aDownload({ path: ['acme/b/1', 'acme/b/2'], hash: 'h' });
    const again = aDownload({ id: 'other', path: ['acme/b/2', 'acme/b/1'], hash: 'h' });
    expect(reduce([first], downloads.downloadQueued({ item: again }))).toEqual([first]);
  });

  it('adds for one person what another has in the list already', () => {
    const item = aDownload({ id: 'other', userId: 'user-2' });
    expect(reduce([aDownload()], downloads.downloadQueued({ item }))).toHaveLength(2);
  });

  it('keeps the sizes that the server told, and forgets an unanswered poll with the next answer', () => {
    const item = aDownload({ phase: 'preparing', totalSize: 100, unanswered: { kind: 'unreachable' } });
    const [after] = reduce([item], downloads.progressReceived({ id, completedSize: 7 }));
    expect(after).toMatchObject({ totalSize: 100, completedSize: 7 });
    expect(after).not.toHaveProperty('unanswered');
  });

  it('ignores events of items that are no longer in it', () => {
    for (const [, event] of TABLE.slice(1)) expect(reduce([], event)).toEqual([]);
  });

  it('takes over a restored list as a whole', () => {
    const restored = [aDownload({ id: 'restored' })];
    expect(reduce([aDownload()], downloads.listRestored({ items: restored }))).toEqual(restored);
  });
});
