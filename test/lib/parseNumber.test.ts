import fc from 'fast-check';
import { withAsciiDigits } from '@data-manager/lib/asciiDigits';
import { formatCount, formatDecimal, formatExact, numberFormatter } from '@data-manager/lib/formatNumber';
import { parseMeasured, parseNumber, parseWhole } from '@data-manager/lib/parseNumber';

const LOCALES = [
  'en',
  'de',
  'de-CH',
  'fr',
  'es',
  'pt-PT',
  'pl',
  'sv',
  'he',
  'hi-IN',
  'mr-IN',
  'bn',
  'my',
  'ar-EG',
  'fa-IR',
  'ja',
];

const anyLocale = fc.constantFrom(...LOCALES);
const anyInteger = fc.oneof(fc.integer(), fc.integer({ min: -20_000, max: 20_000 }));
const anyDecimal = fc.oneof(
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((thousandths) => thousandths / 1_000),
  fc.double({ min: 1e-6, max: 1e9, noNaN: true }).map((value) => Number(value.toPrecision(10))),
);

it('parseNumber accepts every whole number as the product shows it in any locale', () => {
  fc.assert(
    fc.property(anyInteger, anyLocale, (value, locale) => {
      expect(parseNumber(formatCount(value, locale), locale)).toBe(value);
    }),
    { numRuns: 500 },
  );
});

it('parseNumber accepts every measured number as the product shows it in any locale', () => {
  fc.assert(
    fc.property(anyDecimal, anyLocale, (value, locale) => {
      expect(parseNumber(formatDecimal(value, locale), locale)).toBeCloseTo(value, 12);
    }),
    { numRuns: 500 },
  );
});

it('parseNumber accepts numbers with both separators in any locale', () => {
  const format = numberFormatter({ maximumFractionDigits: 3 });
  fc.assert(
    fc.property(anyDecimal, anyLocale, (value, locale) => {
      expect(parseNumber(format(value, locale), locale)).toBeCloseTo(value, 2);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['en', '2,640', 2640],
  ['en', '2,640.5', 2640.5],
  ['en', '12,345,678', 12_345_678],
  ['en', '2640', 2640],
  ['en', '2 640', 2640],
  ['en', '1,37', 1.37],
  ['en', '0,640', 0.64],
  ['en', '.5', 0.5],
  ['en', '5.', 5],
  ['en', '1e3', 1000],
  ['en', '\u22125', -5],
  ['en', '+5', 5],
  ['en', '٢٬٦٤٠', 2640],
  ['de', '2.640', 2640],
  ['de', '2,64', 2.64],
  ['de', '1.37', 1.37],
  ['de', '2.640,5', 2640.5],
  ['de-CH', "2'640.5", 2640.5],
  ['fr', '2\u202f640,5', 2640.5],
  ['es', '2.640', 2640],
  ['hi-IN', '12,34,567', 1_234_567],
  ['ar-EG', '\u061c-٢٬٦٤٠٫٥', -2640.5],
  ['fa-IR', '\u200e\u2212۲٬۶۴۰', -2640],
  ['fa-IR', '2,640', 2640],
  ['ja', '２６４０', 2640],
])('parseNumber reads in %s %j as %d', (locale, typed, value) => {
  expect(parseNumber(typed, locale)).toBe(value);
});

it.each([
  '',
  ' ',
  '-',
  '.',
  ',',
  'abc',
  '1 2',
  '1,2,3',
  '1.2.3',
  '12,34,567',
  '1,,000',
  '1.5,000',
  '0x10',
  '1e',
  'Infinity',
])('parseNumber refuses %j', (typed) => {
  expect(parseNumber(typed, 'en')).toBeUndefined();
});

it('parseMeasured returns both values of a number whose separator can be either', () => {
  expect(parseMeasured('2,640', 'en')).toEqual([2.64, 2640]);
  expect(parseMeasured('1.375', 'de')).toEqual([1.375, 1375]);
});

it('parseMeasured returns the value of every other number', () => {
  expect(parseMeasured('1.375', 'en')).toBe(1.375);
  expect(parseMeasured('2,640.5', 'en')).toBe(2640.5);
  expect(parseMeasured('2 640', 'en')).toBe(2640);
  expect(parseMeasured('1,37', 'en')).toBe(1.37);
  expect(parseMeasured('x', 'en')).toBeUndefined();
});

it('parseMeasured accepts every measured number as the product shows it', () => {
  fc.assert(
    fc.property(anyDecimal, anyLocale, (value, locale) => {
      expect(parseMeasured(formatDecimal(value, locale), locale)).toBeCloseTo(value, 12);
    }),
  );
});

describe('parseMeasured and formatExact', () => {
  it('keeps every digit in any locale', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e21, noNaN: true }), anyLocale, (value, locale) => {
        expect(parseMeasured(formatExact(value, locale), locale)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['en', '1,000', 1000],
  ['de', '1.000', 1000],
  ['fa-IR', '۲۴', 24],
  ['en', ' 24 ', 24],
  ['en', '1', 1],
  ['en', '5000', 5000],
])('parseWhole reads in %s %j as %d', (locale, typed, value) => {
  expect(parseWhole(typed, { min: 1, max: 5000, locale })).toBe(value);
});

it.each(['1.000', '2.5', '1e3', '0', '-1', '5001', '', 'x'])('parseWhole refuses %j', (typed) => {
  expect(parseWhole(typed, { min: 1, max: 5000, locale: 'en' })).toBeUndefined();
});

it('withAsciiDigits converts the digits of any script, and nothing else', () => {
  expect(withAsciiDigits('S۱۲-٣ ४५ a')).toBe('S12-3 45 a');
});
