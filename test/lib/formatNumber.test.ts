import { formatCount, formatDecimal, formatPercent } from '@data-manager/lib/formatNumber';

it.each([
  [undefined, '1,234,567'],
  ['de', '1.234.567'],
  ['fr', '1 234 567'],
])('formatCount groups thousands by the locale (%s)', (locale, text) => {
  expect(formatCount(1_234_567, locale).replace(/\s/gu, ' ')).toBe(text);
});

it('formatDecimal uses the decimal separator of the locale and hides floating-point noise', () => {
  expect([formatDecimal(0.1 + 0.2), formatDecimal(1.37, 'de')]).toEqual(['0.3', '1,37']);
});

it.each([
  [undefined, '45%'],
  ['de', '45 %'],
  ['fr', '45 %'],
  ['tr', '%45'],
])('formatPercent places the percent sign by the locale (%s)', (locale, text) => {
  expect(formatPercent(45, locale).replace(/\s/gu, ' ')).toBe(text);
});

it('formatPercent shows every whole percentage exactly', () => {
  const whole = Array.from({ length: 101 }, (_, percent) => percent);
  expect(whole.map((percent) => formatPercent(percent))).toEqual(whole.map((percent) => `${percent}%`));
});
