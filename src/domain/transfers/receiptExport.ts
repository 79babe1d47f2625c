import { partMd5sOf, type KeptReceipt } from './receipts';

/** Without this mark, spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const COLUMNS = ['key', 'size_bytes', 'checksum', 'parts', 'part_md5s', 'started_at', 'ended_at', 'retries'] as const;

/**
 * Formats receipts as CSV (RFC 4180, UTF-8 with a byte-order mark), one row per file. Times are ISO-8601 UTC; the MD5s of
 * the parts share a field, separated by spaces. Receipts of files in a folder have another column, the path there.
 */
export function receiptsCsv(receipts: readonly KeptReceipt[]): string {
  const isFetched = receipts.some(({ savedTo }) => savedTo !== undefined);
  const rows = receipts.map((receipt) => {
    const md5s = partMd5sOf(receipt);
    return [
      escapeFormula(receipt.key),
      String(receipt.size),
      receipt.checksum,
      String(md5s.length),
      md5s.join(' '),
      isoTime(receipt.startedAt),
      isoTime(receipt.endedAt),
      String(receipt.retries),
      ...(isFetched ? [escapeFormula(receipt.savedTo ?? '')] : []),
    ];
  });
  const lines = [[...COLUMNS, ...(isFetched ? ['saved_to'] : [])], ...rows].map(
    (fields) => fields.map(quote).join(',') + LINE_END,
  );
  return BYTE_ORDER_MARK + lines.join('');
}

/** Formats receipts as a JSON array. Times are ISO-8601 UTC; each part has its number and MD5. */
export function receiptsJson(receipts: readonly KeptReceipt[]): string {
  const exported = receipts.map(({ partMd5s, startedAt, endedAt, ...receipt }) => ({
    ...receipt,
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endedAt),
    parts: partMd5sOf({ partMd5s }).map((md5, index) => ({ partNumber: index + 1, md5 })),
  }));
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/** Returns a name such as `data-manager-receipts-2030-01-02.csv`, with the date in UTC. */
export function receiptsFileName(savedAt: number, extension: 'csv' | 'json'): string {
  return `data-manager-receipts-${isoTime(savedAt).slice(0, 10)}.${extension}`;
}

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe. Text that begins with an apostrophe gets
 * another one, so that removing the first always restores the original.
 */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
