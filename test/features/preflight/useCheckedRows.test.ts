import { stageOf } from '../../../src/features/preflight/useCheckedRows';

const QUIET = { isEmpty: false, expectsMore: false, isListed: true, assessed: 'placeholder' } as const;
const FORECAST = { rows: [], forecasts: [], markGaps: () => [] };

describe('stageOf', () => {
  it('returns “empty” if all files are removed', () => {
    expect(stageOf({ ...QUIET, isEmpty: true, expectsMore: true, assessed: FORECAST })).toBe('empty');
  });

  it('returns “reading” while more files are expected', () => {
    expect(stageOf({ ...QUIET, expectsMore: true })).toBe('reading');
    expect(stageOf({ ...QUIET, expectsMore: true, assessed: FORECAST })).toBe('reading');
  });

  it('returns “placeholder” while more files are expected and the server’s files are loading', () => {
    expect(stageOf({ ...QUIET, expectsMore: true, isListed: false })).toBe('placeholder');
  });

  it.each(['reading', 'placeholder'] as const)('keeps “%s” until the files are assessed', (assessed) => {
    expect(stageOf({ ...QUIET, assessed })).toBe(assessed);
    expect(stageOf({ ...QUIET, isListed: false, assessed })).toBe(assessed);
  });

  it('returns “checked” once the files are assessed, also while a failed list is requested again', () => {
    expect(stageOf({ ...QUIET, assessed: FORECAST })).toBe('checked');
    expect(stageOf({ ...QUIET, isListed: false, assessed: FORECAST })).toBe('checked');
  });
});
