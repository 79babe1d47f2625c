/** Spaces that look like a plain one. */
export const SPACE_LOOKALIKES = String.raw`\u00a0\u2000-\u200a\u202f\u205f`;
const LOOKALIKE = new RegExp(`[${SPACE_LOOKALIKES}]`, 'g');

/** Printable ASCII with single spaces inside its names. */
const PLAIN = /^[!-.0-~]+(?: [!-.0-~]+)*(?:\/[!-.0-~]+(?: [!-.0-~]+)*)*$/;

/** Returns true for nearly all names and paths that are clean and visible as they are. Fast, for 100,000 of them. */
export function isPlainPath(path: string): boolean {
  return PLAIN.test(path);
}

/**
 * Returns the form in which a title, or the name of a file or folder, is stored: in Unicode NFC, with plain spaces, and
 * without spaces at its ends. Names that differ only in these look the same on the screen.
 */
export function cleanName(name: string): string {
  return name
    .normalize('NFC')
    .replace(LOOKALIKE, ' ')
    .replace(/^ +| +$/g, '');
}

/** Returns a path with clean names. A name of nothing but spaces stays as it is. */
export function cleanPath(path: string): string {
  if (isPlainPath(path)) return path;
  return path
    .split('/')
    .map((name) => cleanName(name) || name.normalize('NFC'))
    .join('/');
}
