import { formatCount, formatDecimal, formatPercent } from '../../src/lib/formatNumber';

describe('whole numbers as people read them', () => {
  it.each([
    [undefined, '1,234,567'],
    ['de', '1.234.567'],
    ['fr', '1 234 567'],
  ])('set thousands apart by the customs of the locale (%s)', (locale, text) => {
    expect(formatCount(1_234_567, locale).replace(/\s/gu, ' ')).toBe(text);
  });
});

describe('measured numbers as people read them', () => {
  it('have the decimal sign of the locale, and not the digits of binary arithmetic', () => {
    expect([formatDecimal(0.1 + 0.2), formatDecimal(1.37, 'de')]).toEqual(['0.3', '1,37']);
  });
});

describe('percent as people read them', () => {
  it.each([
    [undefined, '45%'],
    ['de', '45 %'],
    ['fr', '45 %'],
    ['tr', '%45'],
  ])('have the sign where the locale has it (%s)', (locale, text) => {
    expect(formatPercent(45, locale).replace(/\s/gu, ' ')).toBe(text);
  });

  it('are the number that they are given, whatever binary arithmetic makes of a hundredth of it', () => {
    const whole = Array.from({ length: 101 }, (_, percent) => percent);
    expect(whole.map((percent) => formatPercent(percent))).toEqual(whole.map((percent) => `${percent}%`));
  });
});
