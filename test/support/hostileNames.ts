/**
 * File names that often break programs, for tests of the domain, the server and the browser. Each is used as the stem
 * of a section image, so that the naming rules alone reject none of them.
 */

/** Names that are valid and must stay unchanged. */
export const KEPT_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['markup', '<img src=x onerror="window.wasRun=1">'],
  ['closing markup', '<！--'],
  ['a right-to-left override', 'photo\u202efit.exe'],
  ['an unclosed isolate', 'a\u2067b\u2069\u2069c'],
  ['Hebrew letters', 'מוח'],
  ['emoji', '🧠👩‍🔬'],
  ['a reserved Windows name', 'CON'],
  ['a reserved Windows name with an extension', 'nul.txt'],
  ['the prototype property', '__proto__'],
  ['the constructor property', 'constructor'],
  ['a leading dash', '-rf'],
  ['two leading dots', '..a'],
  ['trailing dots', 'a...'],
  ['quotes', `'"\``],
  ['shell metacharacters', '$(id);&|*?'],
  ['an encoded path traversal', '%2e%2e%2f'],
  ['an encoded slash', 'a%2Fb'],
  ['an encoded NUL', '%00'],
  ['a zero-width space', 'a\u200bb'],
  ['a byte order mark', '\ufeffa'],
  ['a hash and a question mark', 'a#b?c&d=e'],
  ['a drive letter', 'C:evil'],
  ['a formula', '=1+1'],
  ['a replacement character', 'a\ufffdb'],
];

/** Names that are valid on a disk but not in the storage. */
export const REFUSED_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['a line break', 'a\nb'],
  ['a tab', 'a\tb'],
  ['an escape sequence', 'a\u001b[31mb'],
  ['a C1 control character', 'a\u0085b'],
  ['a backslash', '..\\..\\b'],
];

/** Names that cannot exist on a disk but that a client can send. */
export const BROKEN_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['an unpaired surrogate', 'a\ud800b'],
  ['a NUL', 'a\0b'],
  ['over 255 bytes', 'x'.repeat(256)],
  ['255 characters of three bytes', '脳'.repeat(255)],
];

/** Returns a name of 255 bytes, the maximum on a disk, with this extension. */
export function longestName(ending: string): string {
  const bytes = 255 - Buffer.byteLength(ending);
  return `${'é'.repeat(Math.floor(bytes / 2))}${'x'.repeat(bytes % 2)}${ending}`;
}
