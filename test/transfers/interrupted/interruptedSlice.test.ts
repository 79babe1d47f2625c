import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { loginFound } from '../../../src/session/sessionSlice';
import {
  discardingStarted,
  filesDiscarded,
  interruptedFound,
  interruptedReducer,
  resumingStarted,
  selectionChecked,
  tabOpened,
  type InterruptedState,
  type SelectionResult,
} from '../../../src/transfers/interrupted/interruptedSlice';
import { filesQueued } from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile } from '../../support/builders';

const RESULT: SelectionResult = { resumed: 1, missing: 1, foreign: 0, forbidden: 0, elsewhere: 0, refused: [] };
const [a, b] = [anUploadFile({ id: 'a' }), anUploadFile({ id: 'b' })];
const FOUND = { files: [a, b], isReopenable: false, done: { files: 3, bytes: 3145728 }, isElsewhere: false };
const NOTHING: InterruptedState = {
  files: [],
  isReopenable: false,
  done: { files: 0, bytes: 0 },
  resumed: 0,
  isElsewhere: false,
  status: { kind: 'idle' },
};

type Event = Parameters<typeof interruptedReducer>[1];
const after = (...events: Event[]) => events.reduce(interruptedReducer, NOTHING);

type State = 'nothing' | 'interrupted' | 'resuming' | 'discarding';

const found = after(interruptedFound(FOUND));
const STATES: Readonly<Record<State, InterruptedState>> = {
  nothing: NOTHING,
  interrupted: found,
  resuming: interruptedReducer(found, resumingStarted()),
  discarding: interruptedReducer(found, discardingStarted()),
};

function stateOf({ files, status }: InterruptedState): State {
  if (status.kind !== 'idle') return status.kind;
  return files.length === 0 ? 'nothing' : 'interrupted';
}

const LESS = { ...FOUND, files: [b] };

/** The next state and the remaining files by event and state. */
const TABLE: readonly [
  string,
  Event,
  Readonly<Record<State, State>>,
  Readonly<Record<State, readonly UploadFile[]>>,
][] = [
  [
    'interruptedFound with files',
    interruptedFound(LESS),
    { nothing: 'interrupted', interrupted: 'interrupted', resuming: 'resuming', discarding: 'discarding' },
    { nothing: [b], interrupted: [b], resuming: [b], discarding: [b] },
  ],
  [
    'interruptedFound without',
    interruptedFound({ ...FOUND, files: [], done: { files: 0, bytes: 0 } }),
    { nothing: 'nothing', interrupted: 'nothing', resuming: 'nothing', discarding: 'nothing' },
    { nothing: [], interrupted: [], resuming: [], discarding: [] },
  ],
  [
    'resumingStarted',
    resumingStarted(),
    { nothing: 'resuming', interrupted: 'resuming', resuming: 'resuming', discarding: 'resuming' },
    { nothing: [], interrupted: [a, b], resuming: [a, b], discarding: [a, b] },
  ],
  [
    'filesQueued (these files)',
    filesQueued({ files: [a] }),
    { nothing: 'nothing', interrupted: 'interrupted', resuming: 'resuming', discarding: 'discarding' },
    { nothing: [], interrupted: [b], resuming: [b], discarding: [b] },
  ],
  [
    'selectionChecked',
    selectionChecked(RESULT),
    { nothing: 'nothing', interrupted: 'interrupted', resuming: 'interrupted', discarding: 'interrupted' },
    { nothing: [], interrupted: [a, b], resuming: [a, b], discarding: [a, b] },
  ],
  [
    'discardingStarted',
    discardingStarted(),
    { nothing: 'discarding', interrupted: 'discarding', resuming: 'discarding', discarding: 'discarding' },
    { nothing: [], interrupted: [a, b], resuming: [a, b], discarding: [a, b] },
  ],
  [
    'filesDiscarded',
    filesDiscarded({ ids: ['a'] }),
    { nothing: 'nothing', interrupted: 'interrupted', resuming: 'interrupted', discarding: 'interrupted' },
    { nothing: [], interrupted: [b], resuming: [b], discarding: [b] },
  ],
  [
    'loginFound',
    loginFound(anOwner()),
    { nothing: 'nothing', interrupted: 'nothing', resuming: 'nothing', discarding: 'nothing' },
    { nothing: [], interrupted: [], resuming: [], discarding: [] },
  ],
];

const CELLS = TABLE.flatMap(([name, event, leads, leaves]) =>
  (['nothing', 'interrupted', 'resuming', 'discarding'] as const).map((state) => ({
    name,
    event,
    state,
    result: leads[state],
    left: leaves[state],
  })),
);

describe('the state of interrupted uploads', () => {
  it.each(CELLS)('is $result after $name in the state $state', ({ event, state, result, left }) => {
    const next = interruptedReducer(STATES[state], event);
    expect(stateOf(next)).toBe(result);
    expect(next.files).toEqual(left);
  });
});

describe('interruptedReducer', () => {
  it('removes and counts files that are queued again, with those completed before', () => {
    expect(after(interruptedFound(FOUND), resumingStarted(), filesQueued({ files: [a] }))).toMatchObject({
      files: [b],
      resumed: 4,
      done: { files: 0, bytes: 0 },
      status: { kind: 'resuming' },
    });
  });

  it('ignores other files that are queued', () => {
    const before = after(interruptedFound(FOUND));
    expect(interruptedReducer(before, filesQueued({ files: [anUploadFile({ id: 'c' })] }))).toBe(before);
  });

  it('keeps the result of a selection when the resume store is read again', () => {
    const checked = after(
      interruptedFound(FOUND),
      resumingStarted(),
      selectionChecked(RESULT),
      interruptedFound(FOUND),
    );
    expect(checked.status).toEqual({ kind: 'idle', result: RESULT });
  });

  it('clears the result when resuming or discarding starts', () => {
    expect(after(interruptedFound(FOUND), selectionChecked(RESULT), resumingStarted()).status).toEqual({
      kind: 'resuming',
    });
    expect(after(interruptedFound(FOUND), selectionChecked(RESULT), discardingStarted()).status).toEqual({
      kind: 'discarding',
    });
  });

  it('keeps files that could not be discarded', () => {
    const rest = after(interruptedFound(FOUND), discardingStarted(), filesDiscarded({ ids: ['b'] }));
    expect(rest.files).toEqual([a]);
    expect(rest.status).toEqual({ kind: 'idle' });
  });

  it.each<[string, Event]>([
    ['the resume store is empty', interruptedFound({ ...FOUND, files: [], done: { files: 0, bytes: 0 } })],
    ['a user signs in', loginFound(anOwner())],
  ])('is reset when %s', (_fact, event) => {
    expect(after(interruptedFound(FOUND), filesQueued({ files: [a] }), selectionChecked(RESULT), event)).toEqual(
      NOTHING,
    );
  });

  it.each<[string, Event]>([
    ['the resume store is empty', interruptedFound({ ...FOUND, files: [], done: { files: 0, bytes: 0 } })],
    ['a user signs in', loginFound(anOwner())],
  ])('keeps the id of the page when %s', (_fact, event) => {
    expect(after(tabOpened({ tab: 'own' }), interruptedFound(FOUND), event)).toEqual({ ...NOTHING, tab: 'own' });
  });
});
