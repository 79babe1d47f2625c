/** Without this mark, spreadsheets do not read a CSV file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Formats a line of CSV (RFC 4180), including its end. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quote).join(',')}\r\n`;
}

/**
 * Prefixes text that a spreadsheet would run as a formula with an apostrophe. Text that begins with an apostrophe gets
 * another one, so that removing the first always restores the original.
 */
export function escapeFormula(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n']/.test(text) ? `'${text}` : text;
}

/** Some spreadsheets take semicolons and tabs for separators, too, so that a formula may follow one. */
function quote(field: string): string {
  return /[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
