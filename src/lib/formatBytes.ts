import { numberFormatter } from './formatNumber';

const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

const formatWhole = numberFormatter({ maximumFractionDigits: 0, useGrouping: false });
const formatHundredths = numberFormatter({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});

/**
 * Formats a size in 1024-based units with two decimals and the decimal separator of the locale: `1.50 KB`, `412,70 GB`.
 * Bytes have no decimals (`0 Bytes`), and TB is the largest unit.
 */
export function formatBytes(bytes: number, locale?: string): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '–';
  let value = bytes;
  let unit = 0;
  // From 1023.995 on, the value would round to "1024.00".
  while (unit < UNITS.length - 1 && (unit === 0 ? value >= 1024 : value >= 1023.995)) {
    value /= 1024;
    unit += 1;
  }
  return `${(unit === 0 ? formatWhole : formatHundredths)(value, locale)} ${UNITS[unit] ?? 'TB'}`;
}

/** Formats a transfer rate: `1.50 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(Math.round(bytesPerSecond))}/s`;
}
