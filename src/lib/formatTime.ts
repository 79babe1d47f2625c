import { once } from './once';

/** Two digits throughout, so that times align in a column. */
const FORMAT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
};

/** Formats a day in the user's locale and time zone: `December 27`, `27. Dezember`. */
export function formatDay(at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(at);
}

/** Created on first use, since that is slow. */
const userFormat = once(() => new Intl.DateTimeFormat(undefined, FORMAT));

/**
 * Formats a time in the user's locale and time zone: `05/17/2024, 02:03 PM`, `17.05.2024, 14:03`; `–` if it is invalid.
 *
 * @param at ISO-8601, or milliseconds since 1970
 * @param locale overrides the user's locale
 */
export function formatTime(at: string | number | undefined, locale?: string): string {
  const time = at === undefined ? Number.NaN : new Date(at).getTime();
  if (Number.isNaN(time)) return '–';
  const format = locale === undefined ? userFormat() : new Intl.DateTimeFormat(locale, FORMAT);
  return format.format(time);
}
