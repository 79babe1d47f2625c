import { formatDuration } from '@data-manager/lib/formatDuration';

it.each([
  [0, '0.0 s'],
  [440, '0.4 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [59_600, '1 min 0 s'],
  [200_000, '3 min 20 s'],
  [3_599_600, '1 h 0 min'],
  [7_500_000, '2 h 5 min'],
  [-1, '–'],
  [Number.NaN, '–'],
])('formatDuration formats %d ms as "%s"', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it('formatDuration uses the decimal separator of the locale', () => {
  expect(formatDuration(440, 'de')).toBe('0,4 s');
});
