import { stageOf } from '../../../../src/features/preflight/rows/useCheckedRows';

const QUIET = { isEmpty: false, expectsMore: false, isListed: true, isAssessed: false, before: 'empty' } as const;
const CHECKED = { ...QUIET, isAssessed: true, before: 'checked' } as const;

describe('stageOf', () => {
  it('returns “empty” if all files are removed', () => {
    expect(stageOf({ ...CHECKED, isEmpty: true, expectsMore: true })).toBe('empty');
  });

  it('returns “reading” while more files are expected', () => {
    expect(stageOf({ ...QUIET, expectsMore: true })).toBe('reading');
    expect(stageOf({ ...CHECKED, expectsMore: true })).toBe('reading');
  });

  it('returns “placeholder” while more files are expected and the server’s files are loading', () => {
    expect(stageOf({ ...QUIET, expectsMore: true, isListed: false })).toBe('placeholder');
  });

  it.each(['reading', 'placeholder'] as const)('keeps “%s” until the files are assessed', (before) => {
    expect(stageOf({ ...QUIET, before })).toBe(before);
    expect(stageOf({ ...QUIET, isListed: false, isAssessed: true, before })).toBe(before);
  });

  it('returns “checked” once the files are assessed, also while a failed list is requested again', () => {
    expect(stageOf({ ...QUIET, isAssessed: true, before: 'reading' })).toBe('checked');
    expect(stageOf({ ...CHECKED, isListed: false, isAssessed: false })).toBe('checked');
  });
});
