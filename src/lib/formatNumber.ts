import { once } from './once';

/** Formats a number, in the user's locale by default. */
type NumberFormatter = (value: number, locale?: string) => string;

/** Creates a formatter. The `Intl.NumberFormat` of the user's locale is created on first use, since that is slow. */
export function numberFormatter(options: Intl.NumberFormatOptions): NumberFormatter {
  const userFormat = once(() => new Intl.NumberFormat(undefined, options));
  return (value, locale) =>
    (locale === undefined ? userFormat() : new Intl.NumberFormat(locale, options)).format(value);
}

/** Formats a whole number: `1,280`, `1.280`, `1 280`. */
export const formatCount = numberFormatter({ maximumFractionDigits: 0 });

/** Formats a measured number with at most ten significant digits, which hides floating-point noise. */
export const formatDecimal = numberFormatter({ maximumSignificantDigits: 10, useGrouping: false });

/** Formats a number with all its digits, as text that can be edited and parsed again. */
export function formatExact(value: number, locale?: string): string {
  // A number would be formatted with the digits of its binary value: 0.1000000000000000055.
  const exact = String(value) as `${number}`;
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 21, useGrouping: false }).format(exact);
}

const formatShare = numberFormatter({ style: 'percent', maximumFractionDigits: 0 });

/**
 * Formats a whole percentage: `45%`, `45 %`, `%45`.
 *
 * @param percent 0–100
 */
export function formatPercent(percent: number, locale?: string): string {
  return formatShare(percent / 100, locale);
}
