import { formatTime } from '@data-manager/lib/formatTime';

/** A time of the reader's own zone, wherever the tests run. */
const AFTERNOON = new Date(2024, 4, 7, 14, 3).toISOString();

it.each([
  [undefined, '05/07/2024, 02:03 PM'],
  ['en-GB', '07/05/2024, 14:03'],
  ['de', '07.05.2024, 14:03'],
  ['ja', '2024/05/07 14:03'],
])('formatTime formats a time by the locale (%s)', (locale, text) => {
  expect(formatTime(AFTERNOON, locale).replace(/\s/gu, ' ')).toBe(text);
});

it('formatTime accepts milliseconds', () => {
  expect(formatTime(Date.parse(AFTERNOON))).toBe(formatTime(AFTERNOON));
});

it.each([undefined, '', 'yesterday', Number.NaN, 1e300])('formatTime formats the invalid time %p as "–"', (at) => {
  expect(formatTime(at)).toBe('–');
});
