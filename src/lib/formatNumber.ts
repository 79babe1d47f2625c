/** A number as text; a locale is named only where it is not the reader's own. */
type NumberFormatter = (value: number, locale?: string) => string;

/**
 * Formats numbers one way, by the customs of the reader's locale. What does so is made once, when it is first wanted:
 * making it takes long.
 */
export function numberFormatter(options: Intl.NumberFormatOptions): NumberFormatter {
  let own: Intl.NumberFormat | undefined;
  return (value, locale) =>
    (locale === undefined
      ? (own ??= new Intl.NumberFormat(undefined, options))
      : new Intl.NumberFormat(locale, options)
    ).format(value);
}

/** A whole number as people read it: `1,280`, `1.280`, `1 280`. */
export const formatCount = numberFormatter({ maximumFractionDigits: 0 });

/** A measured number as people read it. Sixteen digits are what the computer has, ten what people mean. */
export const formatDecimal = numberFormatter({ maximumSignificantDigits: 10, useGrouping: false });

const formatShare = numberFormatter({ style: 'percent', maximumFractionDigits: 0 });

/**
 * Whole percent as people read them: `45%`, `45 %`, `%45`.
 *
 * @param percent 0–100
 */
export function formatPercent(percent: number, locale?: string): string {
  return formatShare(percent / 100, locale);
}
