import { withAsciiDigits } from './asciiDigits';

/** Marks that formatted numbers contain for the text direction. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;
/** A sign at the beginning of a number: `-` and its look-alikes, of which formatters write U+2212, or `+`. */
const SIGN = /^(?:([-\u2010-\u2015\u2212])|\+)\s*/;
/** Separators that mean the same in every locale: Arabic separators, apostrophes and spaces. */
const CERTAIN_DECIMAL = /\u066b/g;
const CERTAIN_GROUP = /(?<=\d)[\u066c'\u2019\s](?=\d)/g;

/**
 * Parses a number as the user writes it: with the digits, signs and separators of the locale, so that it accepts whatever
 * `numberFormatter` shows, and with ASCII digits. A point or comma that can't separate thousands in the locale is a decimal one.
 * Returns undefined for anything else.
 */
export function parseNumber(typed: string, locale?: string): number | undefined {
  return readNumber(typed, locale)?.value;
}

/**
 * Parses a measured number like `parseNumber`, but refuses `2,640` where the comma separates thousands: people copy such
 * numbers with a decimal comma, and `formatDecimal` never groups digits. Returns both possible values then.
 */
export function parseMeasured(typed: string, locale?: string): number | readonly [number, number] | undefined {
  const number = readNumber(typed, locale);
  return number?.otherValue === undefined ? number?.value : [number.otherValue, number.value];
}

/**
 * Parses a whole number like `parseNumber`. Refuses decimal places, because the point of `1.000` may separate thousands
 * elsewhere, and numbers outside the range.
 */
export function parseWhole(
  typed: string,
  { min, max, locale }: { readonly min: number; readonly max: number; readonly locale?: string },
): number | undefined {
  const number = readNumber(typed, locale);
  return number?.isWhole === true && number.value >= min && number.value <= max ? number.value : undefined;
}

interface ReadNumber {
  readonly value: number;
  /** False if decimal places or an exponent are written. */
  readonly isWhole: boolean;
  /** The value if the only separator is a decimal one, where it can be either. */
  readonly otherValue?: number;
}

function readNumber(typed: string, locale: string | undefined): ReadNumber | undefined {
  const plain = withAsciiDigits(typed.replace(DIRECTION_MARKS, '')).trim();
  const [sign, minus] = SIGN.exec(plain) ?? [''];
  const factor = minus === undefined ? 1 : -1;
  const isCommaDecimal = decimalSeparator(locale) === ',';
  const [decimal, group] = isCommaDecimal ? [',', '.'] : ['.', ','];
  const unsigned = plain.slice(sign.length).replace(CERTAIN_DECIMAL, decimal);
  const text = unsigned.replace(CERTAIN_GROUP, group);

  const decimalAt = text.includes(decimal) ? text.indexOf(decimal) : text.length;
  const whole = text.slice(0, decimalAt);
  if (isGrouped(whole, group, locale)) {
    const value = toNumber(text.replaceAll(group, '').replace(decimal, '.'));
    if (value === undefined) return undefined;
    const isCertain = text !== whole || whole.split(group).length > 2 || !unsigned.includes(group);
    return {
      value: factor * value,
      isWhole: text === whole,
      ...(!isCertain && { otherValue: factor * Number(text.replace(group, '.')) }),
    };
  }
  if (text !== unsigned || (text.includes(decimal) && text.includes(group))) return undefined;
  const value = toNumber(text.replace(/[.,]/, '.'));
  return value === undefined ? undefined : { value: factor * value, isWhole: /^\d+$/.test(text) };
}

function toNumber(text: string): number | undefined {
  return /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

/** Returns true if the digits are grouped as the locale groups them, which is by two in India. */
function isGrouped(whole: string, group: string, locale: string | undefined): boolean {
  const groups = whole.split(group);
  if (groups.length === 1 || !groups.every((digits) => /^\d+$/.test(digits))) return false;
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(BigInt(groups.join('')));
  const lengths = parts.filter(({ type }) => type === 'integer').map(({ value }) => Array.from(value).length);
  return lengths.join() === groups.map(({ length }) => length).join();
}

function decimalSeparator(locale: string | undefined): string | undefined {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
}
