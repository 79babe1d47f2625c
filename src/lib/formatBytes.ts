import { numberFormatter } from './formatNumber';

const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

const formatWhole = numberFormatter({ maximumFractionDigits: 0, useGrouping: false });
const formatHundredths = numberFormatter({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});

/**
 * A size as people read it: 1024-based units with two decimals, `0 Bytes`, `1.50 KB`, `412,70 GB`, with the decimal
 * sign of the reader's locale. Whole bytes have no decimals. Beyond TB the number grows instead of the unit.
 */
export function formatBytes(bytes: number, locale?: string): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '–';
  let value = bytes;
  let unit = 0;
  // 1023.995 would round to "1024.00": the next unit takes over there.
  while (unit < UNITS.length - 1 && (unit === 0 ? value >= 1024 : value >= 1023.995)) {
    value /= 1024;
    unit += 1;
  }
  return `${(unit === 0 ? formatWhole : formatHundredths)(value, locale)} ${UNITS[unit] ?? 'TB'}`;
}

/** How fast bytes go, `1.50 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(Math.round(bytesPerSecond))}/s`;
}
