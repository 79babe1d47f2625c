import { formatCount } from '../../src/lib/formatNumber';

describe('whole numbers as people read them', () => {
  it.each([
    [undefined, '1,234,567'],
    ['de', '1.234.567'],
    ['fr', '1 234 567'],
  ])('set thousands apart by the customs of the locale (%s)', (locale, text) => {
    expect(formatCount(1_234_567, locale).replace(/\s/gu, ' ')).toBe(text);
  });
});
