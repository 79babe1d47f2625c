import { nextStage, type ChoiceStage } from '../../../src/features/preflight/choiceStage';

const QUIET = { isEmpty: false, isComing: false, isListed: true, isJudged: false };
const STAGES: readonly ChoiceStage[] = ['empty', 'outline', 'reading', 'checked'];

describe('what of a choice is on the screen', () => {
  it.each(STAGES)('is nothing once all of it is taken out, after “%s”', (stage) => {
    expect(nextStage(stage, { ...QUIET, isEmpty: true, isComing: true, isJudged: true })).toBe('empty');
  });

  it.each(STAGES)('are the rows as they are read while more are to come, after “%s”', (stage) => {
    expect(nextStage(stage, { ...QUIET, isComing: true, isJudged: true })).toBe('reading');
  });

  it.each(STAGES)('is an outline while rows come of which nobody knows what the server has, after “%s”', (stage) => {
    expect(nextStage(stage, { ...QUIET, isComing: true, isListed: false })).toBe('outline');
  });

  it.each([
    ['empty', 'outline'],
    ['outline', 'outline'],
    ['reading', 'reading'],
    ['checked', 'checked'],
  ] as const)('after “%s” stays or becomes “%s” until the whole is judged', (stage, next) => {
    expect(nextStage(stage, QUIET)).toBe(next);
    expect(nextStage(stage, { ...QUIET, isListed: false, isJudged: true })).toBe(next);
    expect(nextStage(stage, { ...QUIET, isJudged: true })).toBe('checked');
  });
});
