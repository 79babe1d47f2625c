import { nextStage, type ChoiceStage } from '../../../src/features/preflight/useCheckedRows';

const QUIET = { isEmpty: false, expectsMore: false, isListed: true, isAssessed: false };
const STAGES: readonly ChoiceStage[] = ['empty', 'placeholder', 'reading', 'checked'];

describe('nextStage', () => {
  it.each(STAGES)('returns “empty” after “%s” when all files are removed', (stage) => {
    expect(nextStage(stage, { ...QUIET, isEmpty: true, expectsMore: true, isAssessed: true })).toBe('empty');
  });

  it.each(STAGES)('returns “reading” after “%s” while more files are expected', (stage) => {
    expect(nextStage(stage, { ...QUIET, expectsMore: true, isAssessed: true })).toBe('reading');
  });

  it.each(STAGES)('returns “placeholder” after “%s” while the server’s files are loading', (stage) => {
    expect(nextStage(stage, { ...QUIET, expectsMore: true, isListed: false })).toBe('placeholder');
  });

  it.each([
    ['empty', 'placeholder'],
    ['placeholder', 'placeholder'],
    ['reading', 'reading'],
    ['checked', 'checked'],
  ] as const)('goes from “%s” to “%s” until the forecasts are up to date', (stage, next) => {
    expect(nextStage(stage, QUIET)).toBe(next);
    expect(nextStage(stage, { ...QUIET, isListed: false, isAssessed: true })).toBe(next);
    expect(nextStage(stage, { ...QUIET, isAssessed: true })).toBe('checked');
  });
});
