import { BYTE_ORDER_MARK, csvLine, escapeFormula } from '@data-manager/lib/csv';
import { partMd5sOf, type Receipt } from './receipts';

const COLUMNS = ['key', 'size_bytes', 'checksum', 'parts', 'part_md5s', 'started_at', 'ended_at', 'retries'] as const;

/**
 * Formats receipts as CSV (RFC 4180, UTF-8 with a byte-order mark), one row per file. Times are ISO-8601 UTC; the MD5s
 * of the parts share a field, separated by spaces. Receipts of files saved into a folder have additional columns with
 * their path and the file's own date.
 */
export function receiptsCsv(receipts: readonly Receipt[]): string {
  const isFetched = receipts.some(({ savedTo }) => savedTo !== undefined);
  const rows = receipts.map((receipt) => {
    const md5s = partMd5sOf(receipt);
    return [
      escapeFormula(receipt.key),
      String(receipt.size),
      receipt.checksum,
      String(md5s.length),
      md5s.join(' '),
      receipt.startedAt === undefined ? '' : isoTime(receipt.startedAt),
      isoTime(receipt.endedAt),
      String(receipt.retries ?? ''),
      ...(isFetched ? [escapeFormula(receipt.savedTo ?? ''), escapeFormula(receipt.modified ?? '')] : []),
    ];
  });
  return (
    BYTE_ORDER_MARK + [[...COLUMNS, ...(isFetched ? ['saved_to', 'modified_at'] : [])], ...rows].map(csvLine).join('')
  );
}

/** Formats receipts as a JSON array. Times are ISO-8601 UTC; each part has its number, its MD5 and, in receipts of the server, its size. */
export function receiptsJson(receipts: readonly Receipt[]): string {
  const exported = receipts.map(({ partMd5s, partSizes, startedAt, endedAt, ...receipt }) => ({
    ...receipt,
    ...(startedAt !== undefined && { startedAt: isoTime(startedAt) }),
    endedAt: isoTime(endedAt),
    parts: partMd5sOf({ partMd5s }).map((md5, index) => ({
      partNumber: index + 1,
      ...(partSizes !== undefined && { size: partSizes[index] }),
      md5,
    })),
  }));
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/** Returns a name such as `data-manager-receipts-2030-01-02.csv`, with the date in UTC. */
export function receiptsFileName(savedAt: number, extension: 'csv' | 'json'): string {
  return `data-manager-receipts-${isoTime(savedAt).slice(0, 10)}.${extension}`;
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
