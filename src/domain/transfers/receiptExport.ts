import { partMd5sOf, type KeptReceipt } from './receipts';

/** Spreadsheets read UTF-8 only if the file begins with this mark; RFC 4180 leaves it open. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const COLUMNS = ['key', 'size_bytes', 'checksum', 'parts', 'part_md5s', 'started_at', 'ended_at', 'retries'] as const;

/**
 * Receipts as CSV (RFC 4180, UTF-8 with a byte-order mark), one row a file. Times are ISO-8601 UTC, the parts' MD5s
 * stand in one field, separated by a space.
 */
export function receiptsCsv(receipts: readonly KeptReceipt[]): string {
  const rows = receipts.map((receipt) => {
    const md5s = partMd5sOf(receipt);
    return [
      harmless(receipt.key),
      String(receipt.size),
      receipt.checksum,
      String(md5s.length),
      md5s.join(' '),
      isoTime(receipt.startedAt),
      isoTime(receipt.endedAt),
      String(receipt.retries),
    ];
  });
  const lines = [COLUMNS, ...rows].map((fields) => fields.map(escaped).join(',') + LINE_END);
  return BYTE_ORDER_MARK + lines.join('');
}

/** Receipts as a JSON array. Times are ISO-8601 UTC, each part has its number and MD5. */
export function receiptsJson(receipts: readonly KeptReceipt[]): string {
  const exported = receipts.map(({ partMd5s, startedAt, endedAt, ...receipt }) => ({
    ...receipt,
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endedAt),
    parts: partMd5sOf({ partMd5s }).map((md5, index) => ({ partNumber: index + 1, md5 })),
  }));
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/** `data-manager-receipts-2030-01-02.csv`: the day in UTC, like the times within. */
export function receiptsFileName(savedAt: number, extension: 'csv' | 'json'): string {
  return `data-manager-receipts-${isoTime(savedAt).slice(0, 10)}.${extension}`;
}

/**
 * A spreadsheet takes a text that begins so for a formula, which a name may never become: an apostrophe before it makes
 * it text. One that begins with an apostrophe gets another, so that taking one away always gives back what it was.
 */
function harmless(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
}

function escaped(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
