import type { UnknownAction } from '@reduxjs/toolkit';
import type { FetchPhase, FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import * as fetches from '../../../src/transfers/fetches/fetchesSlice';
import { aFetch } from '../../support/builders';

type Result = FetchPhase | 'gone';

const PHASES: readonly FetchPhase[] = ['queued', 'running', 'paused', 'ended'];
const id = 'fetch-1';
const failure = { kind: 'content-differs', fileName: 'c.tif' } as const;

/** The next phase for each phase that an event fits; in all others it changes nothing. */
const TABLE: readonly [string, UnknownAction, Partial<Record<FetchPhase, Result>>][] = [
  ['fetchQueued (the same id)', fetches.fetchQueued({ fetch: aFetch({ title: 'other' }) }), {}],
  ['fetchStarted', fetches.fetchStarted({ id }), { queued: 'running' }],
  ['fileStarted', fetches.fileStarted({ id, index: 2 }), { running: 'running' }],
  ['fileStarted of another file', fetches.fileStarted({ id, index: 1 }), {}],
  ['progressSampled', fetches.progressSampled({ id, index: 2, bytes: 7 }), { running: 'running' }],
  ['progressSampled of another file', fetches.progressSampled({ id, index: 1, bytes: 7 }), {}],
  ['fileRetried', fetches.fileRetried({ id, index: 2, tries: 1, failure }), { running: 'running' }],
  ['fileSaved', fetches.fileSaved({ id, index: 2, outcome: 'verified' }), { running: 'running', paused: 'paused' }],
  ['fileSaved of another file', fetches.fileSaved({ id, index: 1, outcome: 'verified' }), {}],
  ['fileSetAside', fetches.fileSetAside({ id, index: 2, failure }), { running: 'running' }],
  ['fileSetAside of another file', fetches.fileSetAside({ id, index: 1, failure }), {}],
  ['waitingStarted', fetches.waitingStarted({ id, reason: 'session' }), { running: 'running' }],
  ['waitingEnded', fetches.waitingEnded({ id }), { running: 'running' }],
  ['fetchPaused', fetches.fetchPaused({ id }), { queued: 'paused', running: 'paused' }],
  ['fetchPaused with a fault', fetches.fetchPaused({ id, fault: failure }), { queued: 'paused', running: 'paused' }],
  ['fetchResumed', fetches.fetchResumed({ id }), { paused: 'queued' }],
  ['fetchEnded before the last file', fetches.fetchEnded({ id }), {}],
  ['filesRequeued', fetches.filesRequeued({ id }), { ended: 'queued' }],
  ['fetchRemoved', fetches.fetchRemoved({ id }), { queued: 'gone', running: 'gone', paused: 'gone', ended: 'gone' }],
  ['fetchRequested', fetches.fetchRequested({ title: 't', folderId: 'f', folderName: 'f' }), {}],
  ['pauseRequested', fetches.pauseRequested({ id }), {}],
  ['resumeRequested', fetches.resumeRequested({ id }), {}],
  ['retryRequested', fetches.retryRequested({ id }), {}],
  ['cancelRequested', fetches.cancelRequested({ id }), {}],
];

const CELLS = TABLE.flatMap(([name, event, next]) =>
  PHASES.map((phase) => ({ name, event, phase, result: next[phase] ?? phase, fits: phase in next })),
);

/** Returns a fetch whose first two files are saved. The third one is in progress. */
function inPhase(phase: FetchPhase): FolderFetch {
  const saved = { verified: 1, present: 1, unverifiable: 0 };
  const current = { index: 2, bytes: 5 };
  const waiting = { ...(phase === 'running' && { waiting: 'network' as const }) };
  return aFetch({ phase, next: 2, saved, savedBytes: 20, ...(phase !== 'ended' && { current }), ...waiting });
}

function reduce(items: readonly FolderFetch[], ...events: readonly UnknownAction[]): readonly FolderFetch[] {
  return events.reduce(fetches.fetchesReducer, { items }).items;
}

describe('a fetch into a folder', () => {
  it.each(CELLS)('goes from $phase to $result on $name', ({ event, phase, result, fits }) => {
    const before = inPhase(phase);
    const [after] = reduce([before], event);
    expect(after?.phase ?? 'gone').toBe(result);
    expect(after !== before).toBe(fits);
  });

  it('leaves the list when every file is saved', () => {
    expect(
      reduce(
        [inPhase('running')],
        fetches.fileSaved({ id, index: 2, outcome: 'verified' }),
        fetches.fetchEnded({ id }),
      ),
    ).toEqual([]);
  });

  it('ends with the files that were set aside', () => {
    const [ended] = reduce(
      [inPhase('running')],
      fetches.fileSetAside({ id, index: 2, failure }),
      fetches.fetchEnded({ id }),
    );
    expect(ended).toMatchObject({ phase: 'ended', next: 3, setAside: [{ index: 2, failure }], savedBytes: 20 });
  });

  it('fetches set aside files again after the others, without counting a file twice', () => {
    const setAside = [{ index: 0, failure }];
    const before = aFetch({ phase: 'ended', next: 3, setAside, saved: { verified: 2, present: 0, unverifiable: 0 } });
    const [after] = reduce([before], fetches.filesRequeued({ id }));
    expect(after).toMatchObject({ phase: 'queued', next: 2, setAside: [], revision: 1 });
    expect(after?.files.flat().map(({ path }) => path)).toEqual(['TC042/b.tif', 'TC042/c.tif', 'TC042/a.tif']);
  });

  it('counts each outcome by itself', () => {
    const [after] = reduce(
      [aFetch({ phase: 'running' })],
      fetches.fileSaved({ id, index: 0, outcome: 'present' }),
      fetches.fileSaved({ id, index: 0, outcome: 'verified' }),
      fetches.fileSaved({ id, index: 1, outcome: 'unverifiable' }),
    );
    expect(after).toMatchObject({ next: 2, saved: { verified: 0, present: 1, unverifiable: 1 }, savedBytes: 20 });
  });

  it('ends waiting for the network when bytes arrive', () => {
    const [after] = reduce([inPhase('running')], fetches.progressSampled({ id, index: 2, bytes: 7 }));
    expect(after).not.toHaveProperty('waiting');
  });

  it('keeps the received bytes of the current file over a pause', () => {
    const [after] = reduce(
      [inPhase('running')],
      fetches.fetchPaused({ id }),
      fetches.fetchResumed({ id }),
      fetches.fetchStarted({ id }),
    );
    expect(after).toMatchObject({ phase: 'running', current: { index: 2, bytes: 5 } });
  });
});
