import { once } from './once';

/** Created on first use: the first one of a page takes the browser several milliseconds. */
const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }));

/** Printable ASCII in the collator's order, which ignores case. */
const ASCII_ORDER = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';

/** Ranks by character code. 0 for control characters. */
const RANKS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  return ASCII_ORDER.indexOf(String.fromCharCode(code).toLowerCase()) + 1;
});

/** Compares names in natural order: `S2` before `S10`. Names that are equal in that order are compared by code unit. */
export function compareNatural(left: string, right: string): number {
  const order = compareAscii(left, right) ?? collator().compare(left, right);
  if (order !== 0) return order;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Compares two texts that differ in printable ASCII; returns undefined for all others, and for numbers with leading zeros.
 * Gives the same result as the collator in a tenth of the time, and saves the first screen its creation.
 */
function compareAscii(left: string, right: string): number | undefined {
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at < length && (left.charCodeAt(at) === right.charCodeAt(at) || rankAt(left, at) === rankAt(right, at))) {
    at += 1;
  }
  const leftDigits = countDigits(left, at);
  const rightDigits = countDigits(right, at);
  const order = rankAt(left, at) - rankAt(right, at);
  // Characters of other scripts may belong to the character or the number before them.
  const around =
    rankAt(left, at - 1) + rankAt(left, at + Math.max(1, leftDigits)) + rankAt(right, at + Math.max(1, rightDigits));
  if (Number.isNaN(order + around)) return undefined;

  let start = at;
  while (isDigit(left, start - 1)) start -= 1;
  const areNumbers = start < at || (leftDigits > 0 && rightDigits > 0);
  if (!areNumbers || leftDigits === rightDigits) return order;
  return left[start] === '0' || right[start] === '0' ? undefined : leftDigits - rightDigits;
}

/** Returns 0 outside the text, and NaN for other characters than printable ASCII. */
function rankAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return 0;
  const rank = RANKS[text.charCodeAt(at)];
  return rank === undefined || rank === 0 ? Number.NaN : rank;
}

function countDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text, end)) end += 1;
  return end - start;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}
