import { cleanTitle, validateTitle } from '@data-manager/domain/names/title';
import { BAD_TITLES, GOOD_TITLES } from '../../support/titles';

it.each(GOOD_TITLES)('validateTitle accepts the title “%s”', (title) => {
  expect(validateTitle(title)).toBeUndefined();
});

it.each(BAD_TITLES)('validateTitle rejects a title %s', (_what, title) => {
  expect(validateTitle(title)).toBeDefined();
});

it.each([
  ['   ', 'empty'],
  ['x'.repeat(256), 'tooLong'],
  ['a/b', 'slash'],
  ['a\u0085b', 'controlCharacter'],
  ['a\ud83e', 'loneSurrogate'],
  [' UpLoad', 'reserved'],
  [' .. ', 'reserved'],
])('validateTitle rejects the title “%s” as %s', (title, problem) => {
  expect(validateTitle(title)).toBe(problem);
});

it('validateTitle compares titles regardless of case and Unicode composition', () => {
  expect(validateTitle('Cafe\u0301', ['Caf\u00e9'])).toBe('taken');
  expect(validateTitle('CAFÉ', ['café'])).toBe('taken');
  expect(validateTitle('istanbul', ['İstanbul'])).toBe('taken');
});

it('validateTitle compares titles regardless of spaces that can not be seen', () => {
  expect(validateTitle('\u00a0Atlas', ['Atlas'])).toBe('taken');
  expect(validateTitle('Atlas 1', ['Atlas\u00a01'])).toBe('taken');
  expect(validateTitle('Atlas  1', ['Atlas 1'])).toBe('taken');
});

it('cleanTitle trims a title, normalizes it to NFC, and makes its spaces plain', () => {
  expect(cleanTitle('\u00a0Cafe\u0301\u00a01\u3000')).toBe('Caf\u00e9 1');
});
