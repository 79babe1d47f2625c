import type { UnknownAction } from '@reduxjs/toolkit';
import type { Follow, FollowPhase, SetAsideFile } from '@data-manager/domain/follow/follow';
import * as follows from '../../../src/transfers/follows/followsSlice';
import { fileCompleted } from '../../../src/transfers/uploads/uploadsSlice';
import { aFollow } from '../../support/builders';

const id = 'follow-1';
const aside = (path: string): SetAsideFile => ({ path, name: path, size: 1, reason: { kind: 'invalid-name' } });
function completed(key: string): UnknownAction {
  const owner = { sponsorId: 'acme', userId: 'user-1' };
  const times = { startedAt: 1, endedAt: 2, retries: 0 };
  return fileCompleted({
    id: 'file-1',
    uploadId: 'up-1',
    lastFile: false,
    receipt: { id: 'file-1', key, size: 1, parts: [], checksum: '', ...times, ...owner },
  });
}

/** Returns a follow that has set a file aside. */
function inPhase(phase: FollowPhase): Follow {
  const given = { taken: 3, setAside: [aside('a')], setAsideCount: 1 };
  switch (phase) {
    case 'waiting':
      return aFollow({ phase, ...given, reason: 'permission' });
    case 'ended':
      return aFollow({ phase, ...given, how: 'stopped', endedAt: 8 });
    default:
      return aFollow({ phase, ...given });
  }
}

function reduce(items: readonly Follow[], ...events: readonly UnknownAction[]): readonly Follow[] {
  return events.reduce(follows.followsReducer, { items }).items;
}

it('a followed folder continues stopping after a wait', () => {
  const [after] = reduce(
    [inPhase('stopping')],
    follows.waitingStarted({ id, reason: 'permission' }),
    follows.waitingEnded({ id }),
  );
  expect(after).toEqual({ ...inPhase('stopping') });
});

it('a followed folder keeps nothing of a phase that it has left', () => {
  const idle = aFollow({ growing: 2, isIdle: true });
  const wait = follows.waitingStarted({ id, reason: 'permission' });
  expect(reduce([idle], wait)).toStrictEqual([aFollow({ phase: 'waiting', reason: 'permission', isIdle: true })]);
  expect(reduce([idle], wait, follows.waitingEnded({ id }))).toStrictEqual([aFollow({ isIdle: true })]);
  const stopping = aFollow({ phase: 'stopping' });
  expect(reduce([idle], follows.stoppingStarted({ id }))).toStrictEqual([stopping]);
  expect(reduce([idle], wait, follows.stoppingStarted({ id }))).toStrictEqual([stopping]);
  const waitingToStop: Follow = { ...stopping, phase: 'waiting', reason: 'permission', isStopping: true };
  expect(reduce([stopping], wait)).toStrictEqual([waitingToStop]);
  expect(reduce([waitingToStop], follows.waitingEnded({ id }))).toStrictEqual([stopping]);
  const ended = aFollow({ phase: 'ended', how: 'rested', endedAt: 9 });
  expect(reduce([idle], follows.followEnded({ id, how: 'rested', at: 9 }))).toStrictEqual([ended]);
  expect(reduce([stopping], follows.followStopped({ id, at: 9 }))).toStrictEqual([{ ...ended, how: 'stopped' }]);
});

it('a followed folder lists the first thousand files that were set aside, and counts all', () => {
  const files = Array.from({ length: 1_500 }, (_, index) => aside(String(index)));
  const [after] = reduce([aFollow()], follows.filesSetAside({ id, files }));
  expect(after?.setAside).toHaveLength(1_000);
  expect(after?.setAsideCount).toBe(1_500);
  const [cleared] = reduce(
    [after ?? aFollow()],
    follows.setAsideCleared({ id, paths: ['0', '1'] }),
    follows.setAsideCleared({ id, paths: ['1400'], unlisted: 1 }),
  );
  expect(cleared?.setAsideCount).toBe(1_497);
});

it('a followed folder lists a file once that is set aside for another reason', () => {
  const other: SetAsideFile = { ...aside('a'), reason: { kind: 'unstorable' } };
  const [after] = reduce([inPhase('following')], follows.filesSetAside({ id, files: [other] }));
  expect(after).toMatchObject({ setAside: [other], setAsideCount: 1 });
});

it('a followed folder removes a file that is taken after all from those that were set aside', () => {
  const [after] = reduce([inPhase('following')], follows.filesTaken({ id, paths: ['a'], at: 5, numbered: 2 }));
  expect(after).toMatchObject({ setAside: [], setAsideCount: 0, taken: 4, numbered: 2, lastNewAt: 5 });
});

it('a followed folder counts the images of the dataset that are uploaded', () => {
  const [after] = reduce(
    [inPhase('following')],
    completed('acme/brains/TC042/TC042_S000001_L01_ch01.tif'),
    completed('acme/brains/TC042/sub/TC042_S000002_L01_ch01.tif'),
    completed('acme/brains/TC042/TC042_S000002_L01_ch01.tif'),
    completed('acme/brains/TC042/Mosaic.txt'),
  );
  expect(after?.images).toEqual([{ layer: 1, channel: 1, sections: [{ first: 1, last: 2 }] }]);
});

it('a followed folder is no longer idle when a file appears', () => {
  const [after] = reduce(
    [aFollow({ isIdle: true })],
    follows.filesTaken({ id, paths: ['a'], at: 5, numbered: 0, areOld: true }),
  );
  expect(after).toMatchObject({ isIdle: false, arrivals: [] });
});
