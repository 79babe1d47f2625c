import { formatTime } from '@data-manager/lib/formatTime';

/** What is known about the time of a listed file. */
export interface FileTimes {
  /** When the file was last changed before it was uploaded, ISO-8601 UTC. Absent if the server does not know. */
  readonly modified?: string;
  /** When it was uploaded, ISO-8601 UTC. */
  readonly lastModified?: string;
}

/** After the last year that ISO 8601 writes with four digits. */
const END_OF_DATES = Date.UTC(10_000, 0);

/**
 * Returns the date of a file on disk in the form of the wire contract; undefined if it has none, which file systems store as 0.
 *
 * @param lastModified milliseconds since 1970
 */
export function fileDate(lastModified: number): string | undefined {
  return lastModified > 0 && lastModified < END_OF_DATES ? new Date(lastModified).toISOString() : undefined;
}

/** Returns when a file was last changed or, if that is not known: `uploaded 11/26/2026, 09:30 AM`. */
export function fileDateText({ modified, lastModified }: FileTimes): string {
  return modified === undefined ? `uploaded ${formatTime(lastModified)}` : formatTime(modified);
}

/** Compares files by their own dates. Files without come first, in the order of their upload. */
export function compareFileDates(left: FileTimes, right: FileTimes): number {
  return (
    compareTimes(left.modified, right.modified) ||
    (left.modified === undefined ? compareTimes(left.lastModified, right.lastModified) : 0)
  );
}

/** ISO-8601 times of the same zone can be compared as text. */
function compareTimes(left = '', right = ''): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
