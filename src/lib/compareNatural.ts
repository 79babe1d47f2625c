/** Created on first use, since that is slow. */
let collator: Intl.Collator | undefined;

/** Compares names in natural order: `S2` before `S10`. Names that are equal in that order are compared by code unit. */
export function compareNatural(left: string, right: string): number {
  const byNumber = compareFirstNumbers(left, right);
  if (byNumber !== 0) return byNumber;
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const byCount = collator.compare(left, right);
  if (byCount !== 0) return byCount;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Compares two texts that first differ within numbers of the same length, as neighbours in a list of sections do; returns
 * 0 for all others. Gives the same result as the collator in a tenth of the time.
 */
function compareFirstNumbers(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  let start = 0;
  while (start < length && left.charCodeAt(start) === right.charCodeAt(start)) start += 1;
  let end = start;
  while (isDigit(left.charCodeAt(end)) && isDigit(right.charCodeAt(end))) end += 1;
  if (end === start || mayContinue(left, end) || mayContinue(right, end)) return 0;
  return left.charCodeAt(start) - right.charCodeAt(start);
}

/** Returns true if a number may continue at this position, with a digit or a character of another script. */
function mayContinue(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isDigit(code) || code >= 0x80;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
