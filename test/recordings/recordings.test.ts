import fs from 'node:fs';
import path from 'node:path';
import { instrument } from '@redux-devtools/instrument';
import { legacy_createStore, type Store, type StoreEnhancer } from '@reduxjs/toolkit';
import { omit } from '@data-manager/lib/omit';
import { parseRecording } from '../../src/app/devtools/replay/parseRecording';
import { isRecorded } from '../../src/app/recorder/recorder';
import { transferReducer } from '../../src/transfers/transferReducers';
import { createRecordedStore } from '../replay/createRecordedStore';
import { findDifferences, findFirstDifference, replayReducers } from '../replay/replayReducers';
import { EXIT, replayText } from '../replay/replayText';
import { createTestStore, type TestStore } from '../support/createTestStore';
import { FAKE_NOW_MS } from '../support/fakePorts';
import { SCENARIOS } from './scenarios';

/** Set by `npm run recordings`, which writes the files. */
const { REMAKE } = process.env;

const fileOf = (name: string): string => path.join(__dirname, `${name}.json`);
const read = (name: string): string => fs.readFileSync(fileOf(name), 'utf8');

/** Returns the conclusions of a replay, without the timeline. */
async function replay(text: string): Promise<{ readonly code: number; readonly conclusions: readonly string[] }> {
  const { code, lines } = await replayText(text);
  return { code, conclusions: lines.slice(lines.findIndex((line) => /^[✓✗–]/.test(line))) };
}

const SAME = {
  code: EXIT.replayed,
  conclusions: ['✓ The reducers reach the recorded state.', '✓ The sagas dispatch the same actions in the same order.'],
};

/** Returns the state that DevTools shows after an import. It reads only these two members of a file. */
function importIntoDevTools(text: string): unknown {
  const { payload, preloadedState } = JSON.parse(text) as { readonly payload: string; readonly preloadedState: string };
  const store = legacy_createStore(transferReducer, instrument() as StoreEnhancer<{ readonly liftedStore: Store }>);
  store.liftedStore.dispatch({
    type: 'IMPORT_STATE',
    nextLiftedState: JSON.parse(payload) as unknown,
    preloadedState: JSON.parse(preloadedState) as unknown,
  });
  return store.getState();
}

/** Replaces a text, which must occur in the recording. */
function altered(text: string, before: string, after: string): string {
  expect(text).toContain(before);
  return text.replace(before, after);
}

describe.each(Object.entries(SCENARIOS))('the recording %s', (name, play) => {
  beforeEach(() => {
    jest.useFakeTimers({ now: FAKE_NOW_MS });
  });

  it('replays as soon as it is made', async () => {
    const page = await play(createRecordedStore);
    const text = page.recording();
    page.stop();
    if (REMAKE !== undefined) fs.writeFileSync(fileOf(name), `${text}\n`);
    expect(await replay(text)).toEqual(SAME);
  });

  it('has the actions and the final state of the same story without the recorder', async () => {
    const recorded = await play(createRecordedStore);
    recorded.stop();
    jest.setSystemTime(FAKE_NOW_MS);
    const unrecorded = await play((ports) => createTestStore({ ports }));
    unrecorded.stop();
    const outcomeOf = ({ actions, store }: TestStore) => ({
      actions: actions.filter(isRecorded),
      state: omit(store.getState(), 'api'),
    });
    expect(outcomeOf(recorded)).toEqual(outcomeOf(unrecorded));
  });

  it('replays from its file', async () => {
    expect(await replay(read(name))).toEqual(SAME);
  });

  it('can be imported into Redux DevTools, which then shows the recorded state', () => {
    const parsed = parseRecording(read(name));
    expect(JSON.parse(JSON.stringify(importIntoDevTools(read(name))))).toEqual(parsed.ok && parsed.value.after);
  });
});

it('has a scenario for every recording in the folder', () => {
  const files = fs.readdirSync(__dirname).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(
    Object.keys(SCENARIOS)
      .map((name) => `${name}.json`)
      .sort(),
  );
});

describe('the replay of an altered recording', () => {
  const text = (): string => read('upload-with-a-bad-etag');

  it('shows where the sagas differ after a changed response', async () => {
    const { code, conclusions } = await replay(
      altered(text(), '"status":200,"etag":"\\"damaged', '"status":503,"etag":"\\"damaged'),
    );
    expect(code).toBe(EXIT.differs);
    expect(conclusions[0]).toBe('✓ The reducers reach the recorded state.');
    expect(conclusions[1]).toMatch(/^✗ The sagas differ at entry \d+ of \d+/);
    expect(conclusions).toContain('- action.payload.failure.kind: "checksum-mismatch"');
    expect(conclusions).toContain('+ action.payload.failure.kind: "storage-refused"');
  });

  it('shows where the sagas differ from a changed action', async () => {
    const { code, conclusions } = await replay(altered(text(), '\\"tries\\":1', '\\"tries\\":2'));
    expect(code).toBe(EXIT.differs);
    expect(conclusions).toContain('- action.payload.tries: 2');
    expect(conclusions).toContain('+ action.payload.tries: 1');
  });

  it('shows where the reducers differ from a changed final state', async () => {
    const { code, conclusions } = await replay(altered(text(), '"done":{"files":1', '"done":{"files":2'));
    expect(code).toBe(EXIT.differs);
    expect(conclusions.slice(0, 3)).toEqual([
      '✗ The reducers reach a different state (- recorded, + now):',
      '- uploads.done.files: 2',
      '+ uploads.done.files: 1',
    ]);
  });

  it('names the first action and the member in which the state differs, even if later actions overwrite it', async () => {
    const recording = parseRecording(text());
    if (!recording.ok) throw new Error(recording.failure);
    /** As if the reducer forgot which bytes are on their way, until the next action sets them. */
    const mutated: typeof transferReducer = (state, action) => {
      const after = transferReducer(state, action);
      return action.type === 'uploads/progressSampled' ? { ...after, uploads: state?.uploads ?? after.uploads } : after;
    };
    const actions = recording.value.actions.map(({ type }) => type);
    expect(findFirstDifference(recording.value)).toBeUndefined();
    expect(findFirstDifference(recording.value, mutated)).toMatchObject({
      index: actions.indexOf('uploads/progressSampled'),
      type: 'uploads/progressSampled',
      members: ['uploads.files'],
    });
    const last = replayReducers(recording.value, mutated).at(-1);
    expect(findDifferences(recording.value.after, last?.after)).toEqual([]);
  });

  it('names both values of the first difference if another recorded state has the recorded one', () => {
    const recording = parseRecording(text());
    if (!recording.ok) throw new Error(recording.failure);
    const mutated: typeof transferReducer = (state, action) =>
      transferReducer(state, action.type === 'panel/tabTurned' ? { type: 'ignored' } : action);
    const { differences } = findFirstDifference(recording.value, mutated) ?? {};
    expect(differences).toEqual([{ path: 'panel.tab', expected: 'uploads', actual: undefined }]);
  });

  it('says from which action on a state in between differs', async () => {
    const file = JSON.parse(text()) as { recording: { log: { kind: string; changed?: Record<string, string> }[] } };
    const entry = file.recording.log.find(({ changed }) => changed?.['uploads.files'] !== undefined);
    entry!.changed!['uploads.files'] = 'ffffffff';
    const { code, conclusions } = await replay(JSON.stringify(file));
    expect(code).toBe(EXIT.differs);
    expect(conclusions[0]).toMatch(
      /^✗ The state differs from action \d+ of \d+ on, uploads\/filesQueued: uploads\.files \(- recorded, \+ now\):$/,
    );
    expect(conclusions[1]).toBe('- uploads.files: "a value of which the recording has only the hash ffffffff"');
    expect(conclusions[2]).toMatch(/^\+ uploads\.files: \[\[\{"id":/);
    expect(conclusions[3]).toBe('– Later actions overwrite the difference.');
    expect(conclusions.join()).not.toContain('✓ The reducers');
  });

  it('shows that the sagas no longer send a message to the other tabs', async () => {
    const file = JSON.parse(text()) as { recording: { log: { label?: string }[] } };
    const { log } = file.recording;
    const at = log.findIndex(({ label }) => label === 'tabs.post stored uploads');
    log.splice(at, 1, { ...log[at], label: 'tabs.post signedIn' });
    const { code, conclusions } = await replay(JSON.stringify(file));
    expect(code).toBe(EXIT.differs);
    expect(conclusions).toContain('- label: "tabs.post signedIn"');
    expect(conclusions).toContain('+ label: "tabs.post stored uploads"');
  });

  it('shows where the sagas differ after a missing result', async () => {
    const file = JSON.parse(text()) as { recording: { log: { kind: string }[] } };
    const { log } = file.recording;
    log.splice(
      log.findIndex(({ kind }) => kind === 'resolved'),
      1,
    );
    const { code, conclusions } = await replay(JSON.stringify(file));
    expect(code).toBe(EXIT.differs);
    expect(conclusions[1]).toMatch(/^✗ The sagas differ at entry/);
  });
});

describe('the replay of an invalid file', () => {
  const refusals: readonly (readonly [string, () => string, RegExp])[] = [
    ['an empty file', () => '', /not JSON/],
    ['a truncated file', () => read('upload-cancelled').slice(0, 900), /not JSON/],
    ['another JSON file', () => '{"files":[]}', /not a transfer recording/],
    [
      'a file of another format',
      () => read('upload-cancelled').replace('"format":5', '"format":2'),
      /the version that wrote it/,
    ],
    [
      'a file with a damaged entry',
      () => read('upload-cancelled').replace('"kind":"waiting"', '"kind":"wading"'),
      /damaged/,
    ],
    ['a file without its state', () => read('upload-cancelled').replace('"preloadedState"', '"lost"'), /damaged/],
    [
      'a file without its actions',
      () => read('upload-cancelled').replace(/"payload":"\[.*?\]"/, '"payload":"[]"'),
      /damaged/,
    ],
  ];
  it.each(refusals)('explains that it can’t replay %s', async (_what, text, words) => {
    const { code, lines } = await replayText(text());
    expect(code).toBe(EXIT.noRecording);
    expect(lines.join('\n')).toMatch(words);
  });
});

it('keeps the secrets of the session out of all recordings', () => {
  for (const name of Object.keys(SCENARIOS)) {
    expect(read(name)).not.toMatch(/X-Amz|files\.test|storage\.test|access-1|access-2|refresh-1|refresh-2|eyJ/);
    expect(parseRecording(read(name)).ok).toBe(true);
  }
});
