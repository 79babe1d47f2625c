import { formatCount, numberFormatter } from './formatNumber';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

const formatTenths = numberFormatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a duration: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`; `–` if it is negative or not finite. */
export function formatDuration(milliseconds: number, locale?: string): string {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) return '–';
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${formatTenths(seconds, locale)} s`;
  const whole = Math.round(seconds);
  const count = (value: number): string => formatCount(Math.floor(value), locale);
  if (whole < MINUTE_S) return `${count(whole)} s`;
  if (whole < HOUR_S) return `${count(whole / MINUTE_S)} min ${count(whole % MINUTE_S)} s`;
  return `${count(whole / HOUR_S)} h ${count((whole % HOUR_S) / MINUTE_S)} min`;
}
