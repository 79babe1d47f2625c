/** Most names: printable ASCII with single spaces inside. They need no Unicode tables, and lists have 100,000 of them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
/** Characters without a look of their own, such as a zero-width space or a soft hyphen. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns the form in which texts are searched and compared: texts that read the same have the same form. Use it for
 * comparison only, never for keys.
 *
 * - Compatibility composition (NFKC), because `u` with a combining `¨` and `ü`, a no-break space and a space, `µ` and `μ`
 *   look alike. NFC would keep all but the first pair apart.
 * - Case by way of upper case, as Unicode's case folding does: `ß` equals `SS`, and `ς` equals `σ`. The four letters I of
 *   Turkish are one letter, since most keyboards have only two of them.
 * - Spaces at the ends and runs of spaces do not count.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return foldCase(foldCase(text)).normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** Some characters only decompose after their case has changed. */
function foldCase(text: string): string {
  return text
    .normalize('NFKD')
    .replace(IGNORED, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/i\u0307/g, 'i')
    .replaceAll('ς', 'σ');
}

/** Returns the folded words of a search text. */
export function searchWords(text: string): readonly string[] {
  return foldText(text)
    .split(' ')
    .filter((word) => word !== '');
}

/** Returns true if two texts read the same. */
export function readsSame(left: string, right: string): boolean {
  return left === right || foldText(left) === foldText(right);
}
