import { cleanTitle, titleProblem } from '../../src/domain/title';

describe('titles of projects and datasets', () => {
  it.each(['TC042', 'Mouse brain', 'Gehirn – 日本', 'uploads', 'x'.repeat(200), '.hidden', ' spaced '])(
    'may be “%s”',
    (title) => {
      expect(titleProblem(title)).toBeUndefined();
    },
  );

  it.each([
    ['', 'Please enter a title'],
    ['   ', 'Please enter a title'],
    ['x'.repeat(201), 'A title has at most 200 characters'],
    ['a/b', 'A title may not contain / or \\'],
    ['a\\b', 'A title may not contain / or \\'],
    ['a\u0000b', 'A title may not contain control characters'],
    ['a\u0085b', 'A title may not contain control characters'],
    ['upload', '“upload” can’t be used as a title'],
    [' .. ', '“..” can’t be used as a title'],
    ['.', '“.” can’t be used as a title'],
  ])('may not be “%s”', (title, words) => {
    expect(titleProblem(title)).toBe(words);
  });

  it('are given once, whatever way their letters are composed', () => {
    expect(titleProblem('Cafe\u0301', ['Caf\u00e9'])).toBe('This title is in use already');
  });

  it('are kept in NFC without spaces around them', () => {
    expect(cleanTitle(' Cafe\u0301 ')).toBe('Caf\u00e9');
  });
});
