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

it('interruptedReducer removes and counts files that are queued again, with those completed before', () => {
  expect(after(interruptedFound(FOUND), resumingStarted(), filesQueued({ files: [a] }))).toMatchObject({
    files: [b],
    resumed: 4,
    done: { files: 0, bytes: 0 },
    status: { kind: 'resuming' },
  });
});

it('interruptedReducer ignores other files that are queued', () => {
  const before = after(interruptedFound(FOUND));
  expect(interruptedReducer(before, filesQueued({ files: [anUploadFile({ id: 'c' })] }))).toBe(before);
});

it('interruptedReducer keeps the result of a selection when the resume store is read again', () => {
  const checked = after(interruptedFound(FOUND), resumingStarted(), selectionChecked(RESULT), interruptedFound(FOUND));
  expect(checked.status).toEqual({ kind: 'idle', result: RESULT });
});

it('interruptedReducer clears the result when resuming or discarding starts', () => {
  expect(after(interruptedFound(FOUND), selectionChecked(RESULT), resumingStarted()).status).toEqual({
    kind: 'resuming',
  });
  expect(after(interruptedFound(FOUND), selectionChecked(RESULT), discardingStarted()).status).toEqual({
    kind: 'discarding',
  });
});

it('interruptedReducer keeps files that could not be discarded', () => {
  const rest = after(interruptedFound(FOUND), discardingStarted(), filesDiscarded({ ids: ['b'] }));
  expect(rest.files).toEqual([a]);
  expect(rest.status).toEqual({ kind: 'idle' });
});

it.each<[string, Event]>([
  ['the resume store is empty', interruptedFound({ ...FOUND, files: [], done: { files: 0, bytes: 0 } })],
  ['a user signs in', loginFound(anOwner())],
])('interruptedReducer is reset when %s', (_fact, event) => {
  expect(after(interruptedFound(FOUND), filesQueued({ files: [a] }), selectionChecked(RESULT), event)).toEqual(NOTHING);
});

it.each<[string, Event]>([
  ['the resume store is empty', interruptedFound({ ...FOUND, files: [], done: { files: 0, bytes: 0 } })],
  ['a user signs in', loginFound(anOwner())],
])('interruptedReducer keeps the id of the page when %s', (_fact, event) => {
  expect(after(tabOpened({ tab: 'own' }), interruptedFound(FOUND), event)).toEqual({ ...NOTHING, tab: 'own' });
});
