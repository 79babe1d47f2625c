import fs from 'node:fs';
import path from 'node:path';
import { instrument } from '@redux-devtools/instrument';
import { legacy_createStore, type Store, type StoreEnhancer } from '@reduxjs/toolkit';
import { transferReducer } from '../../src/transfers/transferReducers';
import { parseRecording } from '../replay/parseRecording';
import { EXIT, replayText } from '../replay/replayText';
import { FAKE_NOW_MS } from '../support/fakePorts';
import { SCENARIOS } from './scenarios';

/** `npm run recordings` writes the files anew. */
const { REMAKE_RECORDINGS } = process.env;

const fileOf = (name: string): string => path.join(__dirname, `${name}.json`);
const read = (name: string): string => fs.readFileSync(fileOf(name), 'utf8');

/** The verdicts of a replay, without the timeline. */
async function verdicts(text: string): Promise<{ readonly code: number; readonly told: readonly string[] }> {
  const { code, lines } = await replayText(text);
  return { code, told: lines.slice(lines.findIndex((line) => /^[✓✗–]/.test(line))) };
}

const SAME = {
  code: EXIT.replayed,
  told: ['✓ The reducers reach the recorded state.', '✓ The sagas dispatch the same actions in the same order.'],
};

/** What DevTools shows after an import: of a file it reads these two texts and nothing else. */
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

/** A recording with one place of its text changed: the place has to be there. */
function tampered(text: string, before: string, after: string): string {
  expect(text).toContain(before);
  return text.replace(before, after);
}

describe.each(Object.entries(SCENARIOS))('%s', (name, play) => {
  beforeEach(() => {
    jest.useFakeTimers({ now: FAKE_NOW_MS });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('can be recorded, and what is recorded replays', async () => {
    const text = await play();
    if (REMAKE_RECORDINGS !== undefined) fs.writeFileSync(fileOf(name), `${text}\n`);
    expect(await verdicts(text)).toEqual(SAME);
  });

  it('replays from its file', async () => {
    expect(await verdicts(read(name))).toEqual(SAME);
  });

  it('is imported by Redux DevTools as it is, and shows the recorded state there', () => {
    const parsed = parseRecording(read(name));
    expect(JSON.parse(JSON.stringify(importIntoDevTools(read(name))))).toEqual(parsed.ok && parsed.value.after);
  });
});

it('every file of the folder is one of a scenario', () => {
  const files = fs.readdirSync(__dirname).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(
    Object.keys(SCENARIOS)
      .map((name) => `${name}.json`)
      .sort(),
  );
});

describe('a recording that was changed', () => {
  const text = (): string => read('upload-with-a-bad-etag');

  it('in an answer shows what the sagas do otherwise', async () => {
    const { code, told } = await verdicts(
      tampered(text(), '"status":200,"etag":"\\"damaged', '"status":503,"etag":"\\"damaged'),
    );
    expect(code).toBe(EXIT.differs);
    expect(told[0]).toBe('✓ The reducers reach the recorded state.');
    expect(told[1]).toMatch(/^✗ The sagas do something else at entry \d+ of \d+/);
    expect(told).toContain('- action.payload.failure.kind: "checksum-mismatch"');
    expect(told).toContain('+ action.payload.failure.kind: "storage-refused"');
  });

  it('in an action shows what the reducers and the sagas make of it otherwise', async () => {
    const { code, told } = await verdicts(tampered(text(), '\\"tries\\":1', '\\"tries\\":2'));
    expect(code).toBe(EXIT.differs);
    expect(told).toContain('- action.payload.tries: 2');
    expect(told).toContain('+ action.payload.tries: 1');
  });

  it('in its final state shows where the reducers come to another one', async () => {
    const { code, told } = await verdicts(tampered(text(), '"done":{"files":1', '"done":{"files":2'));
    expect(code).toBe(EXIT.differs);
    expect(told.slice(0, 3)).toEqual([
      '✗ The reducers reach another state (- recorded, + now):',
      '- uploads.done.files: 2',
      '+ uploads.done.files: 1',
    ]);
  });

  it('by leaving out an answer shows what never came', async () => {
    const file = JSON.parse(text()) as { recording: { log: { kind: string }[] } };
    const { log } = file.recording;
    log.splice(
      log.findIndex(({ kind }) => kind === 'answered'),
      1,
    );
    const { code, told } = await verdicts(JSON.stringify(file));
    expect(code).toBe(EXIT.differs);
    expect(told[1]).toMatch(/^✗ The sagas do something else at entry/);
  });
});

describe('what is no recording', () => {
  const refusals: readonly (readonly [string, () => string, RegExp])[] = [
    ['an empty file', () => '', /no JSON/],
    ['a file that was cut off', () => read('upload-cancelled').slice(0, 900), /no JSON/],
    ['another JSON file', () => '{"files":[]}', /no transfer recording/],
    ['a file of a newer format', () => read('upload-cancelled').replace('"format":1', '"format":2'), /newer version/],
    [
      'a file with a damaged entry',
      () => read('upload-cancelled').replace('"kind":"asked"', '"kind":"axed"'),
      /damaged/,
    ],
    ['a file without its state', () => read('upload-cancelled').replace('"preloadedState"', '"lost"'), /damaged/],
    [
      'a file that lacks actions',
      () => read('upload-cancelled').replace(/"payload":"\[.*?\]"/, '"payload":"[]"'),
      /damaged/,
    ],
  ];
  it.each(refusals)('%s is told so', async (_what, text, words) => {
    const { code, lines } = await replayText(text());
    expect(code).toBe(EXIT.noRecording);
    expect(lines.join('\n')).toMatch(words);
  });
});

it('secrets of a session stand in no file', () => {
  for (const name of Object.keys(SCENARIOS)) {
    expect(read(name)).not.toMatch(/X-Amz|files\.test|storage\.test|access-1|access-2|refresh-1|refresh-2|eyJ/);
    expect(parseRecording(read(name)).ok).toBe(true);
  }
});
