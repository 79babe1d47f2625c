import { cleanTitle, titleProblem } from '../../../src/domain/names/title';
import { BAD_TITLES, GOOD_TITLES } from '../../support/titles';

describe('titles of projects and datasets', () => {
  it.each(GOOD_TITLES)('may be “%s”', (title) => {
    expect(titleProblem(title)).toBeUndefined();
  });

  it.each(BAD_TITLES)('may not be one %s', (_what, title) => {
    expect(titleProblem(title)).toEqual(expect.any(String));
  });

  it.each([
    ['   ', 'Please enter a title'],
    ['x'.repeat(256), 'A title has at most 255 bytes: that many plain letters, fewer of others'],
    ['a/b', 'A title may not contain / or \\'],
    ['a\u0085b', 'A title may not contain control characters'],
    ['a\ud83e', 'A title may not contain broken characters'],
    [' UpLoad', '“UpLoad” can’t be used as a title'],
    [' .. ', '“..” can’t be used as a title'],
  ])('that can’t be are told why: “%s”', (title, words) => {
    expect(titleProblem(title)).toBe(words);
  });

  it('are given once, whatever way their letters are composed and whatever their case', () => {
    expect(titleProblem('Cafe\u0301', ['Caf\u00e9'])).toBe('This title is in use already');
    expect(titleProblem('CAFÉ', ['café'])).toBe('This title is in use already');
  });

  it('are kept in NFC without spaces around them', () => {
    expect(cleanTitle(' Cafe\u0301 ')).toBe('Caf\u00e9');
  });
});
