/** All in figures of the same width, so that times stand below each other. */
const FIGURES: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
};

const own = new Intl.DateTimeFormat(undefined, FIGURES);

/**
 * A time by the customs of the reader's locale and in the reader's time zone: `05/17/2024, 02:03 PM`,
 * `17.05.2024, 14:03`. What is no time reads `–`.
 *
 * @param at ISO-8601, or milliseconds since 1970
 * @param locale only where it is not the reader's own
 */
export function formatTime(at: string | number | undefined, locale?: string): string {
  const time = at === undefined ? Number.NaN : new Date(at).getTime();
  if (Number.isNaN(time)) return '–';
  return (locale === undefined ? own : new Intl.DateTimeFormat(locale, FIGURES)).format(time);
}
