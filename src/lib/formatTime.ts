const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** A time as `2024-05-17 14:03`, in the reader's time zone; what is no time reads `–`. */
export function formatTime(iso: string | undefined): string {
  const time = iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? '–' : format.format(time);
}
