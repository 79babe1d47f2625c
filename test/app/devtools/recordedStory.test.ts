import fs from 'node:fs';
import path from 'node:path';
import type { UnknownAction } from '@reduxjs/toolkit';
import { parseRecording, type Recording } from '../../../src/app/devtools/replay/parseRecording';
import {
  differentSteps,
  filterStory,
  lanesOf,
  summaryOf,
  tellStory,
  type StoryFilter,
} from '../../../src/app/devtools/replay/recordedStory';
import * as follows from '../../../src/transfers/follows/followsSlice';
import { transferReducer } from '../../../src/transfers/transferReducers';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { replayText } from '../../replay/replayText';
import { anUploadFile } from '../../support/builders';
import { createGate } from '../../support/gate';

const read = (name: string): string => fs.readFileSync(path.join(__dirname, `../../recordings/${name}.json`), 'utf8');

function recordingOf(text: string): Recording {
  const parsed = parseRecording(text);
  if (!parsed.ok) throw new Error(parsed.failure);
  return parsed.value;
}

const START = transferReducer(undefined, { type: 'init' });

/** Returns the story of actions, one a second. */
function storyOf(...actions: readonly UnknownAction[]) {
  const log = actions.map((action, index) => ({ kind: 'action', by: 'sagas', action, at: 1_000 * index }) as const);
  return tellStory({ before: START, actions, log });
}

const ALL: StoryFilter = { kind: 'everything', machine: '', file: '' };

describe('the story of a recording', () => {
  const recording = recordingOf(read('upload-with-a-bad-etag'));
  const rows = tellStory(recording);
  const titles = (filter: Partial<StoryFilter>) => filterStory(rows, { ...ALL, ...filter }).map(({ title }) => title);

  it('the story of a recording has the titles of Redux DevTools, and the text of a failure', () => {
    expect(rows).toHaveLength(recording.actions.length);
    expect(filterStory(rows, { ...ALL, kind: 'retries' })).toMatchObject([
      {
        title: 'upload TC042_S000001_L01_ch01.tif: part 2 of 3 will be sent again (checksum-mismatch)',
        detail: expect.stringContaining('damaged during transfer') as unknown,
      },
    ]);
  });

  it('can be filtered by kind, machine and file', () => {
    expect(titles({ kind: 'commands' })).toEqual(['upload: upload requested, TC042_S000001_L01_ch01.tif']);
    expect(titles({ kind: 'failures' })).toEqual([]);
    expect(titles({ machine: 'history' })).toEqual(['history: receipts kept']);
    expect(titles({ file: 's000001' })).toContain('upload TC042_S000001_L01_ch01.tif: file completed');
    expect(titles({ file: 'S000002' })).toEqual([]);
    expect(titles({})).toHaveLength(rows.length);
  });

  it('the differences of a recording are the actions after which today’s reducers reach another state', async () => {
    expect([...(await differentSteps(recording))]).toEqual([]);
    const hashes = recording.hashes.map((changed, index) => (index === 5 ? { 'uploads.files': 'ffffffff' } : changed));
    const steps = await differentSteps({ ...recording, hashes });
    expect([...steps]).toEqual([6]);
    expect(filterStory(rows, { ...ALL, kind: 'differences' }, steps)).toEqual([rows[5]]);
  });

  it('the search for differences reduces one action between two pauses', async () => {
    const reduced = jest.fn();
    const actions = recording.actions.map((action) => ({
      ...action,
      get type() {
        reduced(action);
        return action.type;
      },
    }));
    const gate = createGate();
    let pauses = 0;
    const search = differentSteps({ ...recording, actions }, () =>
      (pauses += 1) === 3 ? gate.pass() : Promise.resolve(),
    );
    await gate.reached;
    expect(new Set(reduced.mock.calls.flat())).toEqual(new Set(recording.actions.slice(0, 3)));
    gate.open();
    await search;
    expect(new Set(reduced.mock.calls.flat()).size).toBe(recording.actions.length);
  });

  it('the story of a recording has a lane for each file and transfer', () => {
    const lane = lanesOf(rows).get('TC042_S000001_L01_ch01.tif');
    // The rows before name it in a list.
    expect(lane?.map(({ title }) => title)).toEqual(titles({ file: 'TC042_S000001_L01_ch01.tif' }).slice(2));
  });

  it('tells how long a wait took, and counts further attempts as retries', () => {
    const waiting = uploads.waitingStarted({ reason: 'network' });
    const files = [anUploadFile()];
    const told = storyOf(uploads.filesQueued({ files }), waiting, waiting, waiting, uploads.waitingEnded());
    expect(told.map(({ kind }) => kind)).toEqual(['everything', 'waits', 'retries', 'retries', 'waits']);
    expect(told[1]).toMatchObject({ title: 'upload: waiting started (network)', lasts: 3_000 });
    expect(summaryOf({ actions: [], dropped: 7, after: START }, told)).toBe(
      '0 failures, 1 wait (3.0 s in all), 7 earlier actions not recorded',
    );
  });

  it('the story names the only file of a list and says why a followed folder set it aside', () => {
    const reason = { kind: 'content', problem: 'truncated' } as const;
    const files = [{ path: 'S7.tif', name: 'S7.tif', size: 1, reason }];
    const told = storyOf(
      follows.followRequested({ title: 'TC042', folderId: 'f', folderName: 'Scan', keyPrefix: 'brains', onServer: [] }),
      follows.filesSetAside({ id: 'f1', at: 0, files }),
    );
    expect(told).toMatchObject([
      { title: 'follow TC042: follow requested', name: 'TC042' },
      { title: 'follow f1: files set aside, S7.tif', detail: 'S7.tif: Damaged: truncated', kind: 'failures' },
    ]);
    expect(filterStory(told, { ...ALL, file: 's7' })).toEqual([told[1]]);
  });

  it('the summary says what was left when the recording was saved', () => {
    const after = [
      uploads.filesQueued({ files: [anUploadFile()] }),
      uploads.queuePaused({ fault: { kind: 'refused', status: 503, message: 'Full' } }),
    ].reduce(transferReducer, START);
    expect(summaryOf({ actions: [], dropped: 0, after }, [])).toBe(
      '0 failures, 0 waits, 1 file left in the queue, the queue paused',
    );
  });

  it('a pause of the queue lasts until it is resumed, and counts as a wait', () => {
    const told = storyOf(
      uploads.filesQueued({ files: [anUploadFile()] }),
      uploads.queuePaused({ fault: { kind: 'refused', status: 503, message: 'Full' } }),
      uploads.resumeRequested(),
      uploads.queueResumed(),
    );
    expect(told.map(({ lasts }) => lasts)).toEqual([undefined, 2_000, undefined, undefined]);
    expect(summaryOf({ actions: [], dropped: 0, after: START }, told)).toBe('1 failure, 1 wait (2.0 s in all)');
  });

  it('the highlights begin with the first action and end with the last one', () => {
    const told = storyOf(
      uploads.waitingEnded(),
      uploads.endDismissed(),
      uploads.resumeRequested(),
      uploads.endDismissed(),
    );
    expect(filterStory(told, { ...ALL, kind: 'highlights' }).map(({ step }) => step)).toEqual([1, 3, 4]);
  });

  it('the command line prints the lines of the story that match a filter', async () => {
    const { lines } = await replayText(read('upload-with-a-bad-etag'), { ...ALL, kind: 'retries' });
    expect(lines.slice(2, -2)).toEqual([
      '1 file uploaded, 0 failures, 0 waits.',
      expect.stringMatching(/^\+0:00:0\d\.\d{3} {2}upload TC042_S000001_L01_ch01\.tif: part 2 of 3 will be sent again/),
      '',
    ]);
  });

  it('the command line says if no action matches', async () => {
    const { lines } = await replayText(read('upload-with-a-bad-etag'), { ...ALL, file: 'S000002' });
    expect(lines.slice(2, -2)).toEqual(['1 file uploaded, 0 failures, 0 waits.', 'No action matches.', '']);
  });
});
