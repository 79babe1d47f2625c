import type { UnknownAction } from '@reduxjs/toolkit';
import type { FetchPhase, FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import * as fetches from '../../../src/transfers/fetches/fetchesSlice';
import { aFetch } from '../../support/builders';

const id = 'fetch-1';
const failure = { kind: 'content-differs', fileName: 'c.tif' } as const;

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

it('a fetch into a folder leaves the list when every file is saved', () => {
  expect(
    reduce([inPhase('running')], fetches.fileSaved({ id, index: 2, outcome: 'verified' }), fetches.fetchEnded({ id })),
  ).toEqual([]);
});

it('a fetch into a folder ends with the files that were set aside', () => {
  const [ended] = reduce(
    [inPhase('running')],
    fetches.fileSetAside({ id, index: 2, failure }),
    fetches.fetchEnded({ id }),
  );
  expect(ended).toMatchObject({ phase: 'ended', next: 3, setAside: [{ index: 2, failure }], savedBytes: 20 });
});

it('a fetch into a folder fetches set aside files again after the others, without counting a file twice', () => {
  const setAside = [{ index: 0, failure }];
  const before = aFetch({ phase: 'ended', next: 3, setAside, saved: { verified: 2, present: 0, unverifiable: 0 } });
  const [after] = reduce([before], fetches.filesRequeued({ id }));
  expect(after).toMatchObject({ phase: 'queued', next: 2, setAside: [], revision: 1 });
  expect(after?.files.flat().map(({ path }) => path)).toEqual(['TC042/b.tif', 'TC042/c.tif', 'TC042/a.tif']);
});

it('a fetch into a folder counts each outcome by itself', () => {
  const [after] = reduce(
    [aFetch({ phase: 'running' })],
    fetches.fileSaved({ id, index: 0, outcome: 'present' }),
    fetches.fileSaved({ id, index: 0, outcome: 'verified' }),
    fetches.fileSaved({ id, index: 1, outcome: 'unverifiable' }),
  );
  expect(after).toMatchObject({ next: 2, saved: { verified: 0, present: 1, unverifiable: 1 }, savedBytes: 20 });
});

it('a fetch into a folder ends waiting for the network when bytes arrive', () => {
  const [after] = reduce([inPhase('running')], fetches.progressSampled({ id, index: 2, bytes: 7 }));
  expect(after).not.toHaveProperty('waiting');
});

it('a fetch into a folder keeps the received bytes of the current file over a pause', () => {
  const [after] = reduce(
    [inPhase('running')],
    fetches.fetchPaused({ id }),
    fetches.fetchResumed({ id }),
    fetches.fetchStarted({ id }),
  );
  expect(after).toMatchObject({ phase: 'running', current: { index: 2, bytes: 5 } });
});
