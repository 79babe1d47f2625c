import { loginFound } from '../../../src/session/sessionSlice';
import {
  discardingStarted,
  filesDiscarded,
  interruptedReducer,
  journalRead,
  resumingStarted,
  selectionJudged,
  type InterruptedState,
  type SelectionResult,
} from '../../../src/transfers/interrupted/interruptedSlice';
import { filesQueued } from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner, anUploadFile } from '../../support/builders';

const RESULT: SelectionResult = { resumed: 1, missing: 1, foreign: 0, forbidden: 0, refused: [] };
const [a, b] = [anUploadFile({ id: 'a' }), anUploadFile({ id: 'b' })];
const FOUND = { files: [a, b], isReopenable: false, done: 3, isElsewhere: false };
const NOTHING: InterruptedState = { files: [], isReopenable: false, done: 0, resumed: 0, isElsewhere: false };

type Event = Parameters<typeof interruptedReducer>[1];
const after = (...events: Event[]) => events.reduce(interruptedReducer, NOTHING);

describe('an interrupted upload', () => {
  it('loses the files that go on, and counts them', () => {
    expect(after(journalRead(FOUND), resumingStarted(), filesQueued({ files: [a] }))).toMatchObject({
      files: [b],
      resumed: 1,
      done: 3,
      work: 'resuming',
    });
  });

  it('is nothing to files that are queued otherwise', () => {
    const before = after(journalRead(FOUND));
    expect(interruptedReducer(before, filesQueued({ files: [anUploadFile({ id: 'c' })] }))).toBe(before);
  });

  it('is idle again once the selection is judged, and a new look at the journal keeps the result', () => {
    const judged = after(journalRead(FOUND), resumingStarted(), selectionJudged(RESULT), journalRead(FOUND));
    expect(judged.work).toBeUndefined();
    expect(judged.result).toEqual(RESULT);
  });

  it('forgets the result of the latest selection when another is on its way', () => {
    expect(after(journalRead(FOUND), selectionJudged(RESULT), resumingStarted()).result).toBeUndefined();
    expect(after(journalRead(FOUND), selectionJudged(RESULT), discardingStarted()).result).toBeUndefined();
  });

  it('keeps what could not be discarded', () => {
    const rest = after(journalRead(FOUND), discardingStarted(), filesDiscarded({ ids: ['b'] }));
    expect(rest.files).toEqual([a]);
    expect(rest.work).toBeUndefined();
  });

  it.each<[string, Event]>([
    ['nothing is left of it', journalRead({ ...FOUND, files: [], done: 0 })],
    ['somebody signs in', loginFound(anOwner())],
  ])('is over when %s', (_fact, event) => {
    expect(after(journalRead(FOUND), filesQueued({ files: [a] }), selectionJudged(RESULT), event)).toEqual(NOTHING);
  });
});
