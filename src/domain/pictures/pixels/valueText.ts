import { numberFormatter } from '@data-manager/lib/formatNumber';
import type { Picture } from '../picture';
import type { FileSamples, SampleType } from './fileImage';

/** Digits that distinguish all half floats, and all floats of 32 bits. */
const HALF_DIGITS = 5;
const FLOAT_DIGITS = 9;

/** Returns a value of a file as text: integers in full, floats with the digits of their precision. */
export function fileValueText(value: FileSamples[number], { kind, bits }: SampleType): string {
  if (typeof value === 'bigint' || kind !== 'float') return String(value);
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  if (bits === 16) return String(Number(value.toPrecision(HALF_DIGITS)));
  return String(bits === 32 ? shortestFloat(value) : value);
}

/** Returns the number with the fewest digits that is the same as a float of 32 bits. */
function shortestFloat(value: number): number {
  for (let digits = 1; digits < FLOAT_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(FLOAT_DIGITS));
}

const formatRough = numberFormatter({ maximumSignificantDigits: 3, useGrouping: false });

/** Returns the value of a preview as text: an average, of which only the first digits mean something. */
export function roughValueText(value: number): string {
  return formatRough(value);
}

/** Digits of a value of a contrast, at least and at most: the digits that all floats of 32 bits have. */
const [LEAST_DIGITS, MOST_DIGITS] = [3, 7];
const formatDigits = Array.from({ length: MOST_DIGITS + 1 }, (_, digits) =>
  numberFormatter({ maximumSignificantDigits: Math.max(LEAST_DIGITS, digits), useGrouping: false }),
);

/** Returns a value as text, with as many digits as it takes to tell a hundredth of the range of a picture. */
export function rangeValueText(value: number, { lowest, highest }: Pick<Picture, 'lowest' | 'highest'>): string {
  const largest = Math.max(Math.abs(lowest), Math.abs(highest));
  const digits = LEAST_DIGITS + Math.ceil(Math.log10(largest / (highest - lowest)));
  return (formatDigits[Math.min(MOST_DIGITS, Math.max(LEAST_DIGITS, digits))] ?? formatRough)(value);
}

/** Describes what a value of a preview is. `reduction` is how many pixels of the image a pixel of the preview spans. */
export function roughValueNote(reduction: number): string {
  const side = Math.max(1, Math.round(reduction));
  return side === 1 ? 'value of the preview' : `mean of ${side} × ${side} pixels`;
}
