/**
 * Names that break programs: one corpus for the rules, the server and the browser. Each is the stem of a section image,
 * so that the grammar of names alone refuses none of them.
 */

/** Names that come back as they were. */
export const KEPT_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['markup', '<img src=x onerror="window.wasRun=1">'],
  ['closing markup', '<！--'],
  ['a right-to-left override', 'photo\u202efit.exe'],
  ['an unclosed isolate', 'a\u2067b\u2069\u2069c'],
  ['Hebrew letters', 'מוח'],
  ['emoji', '🧠👩‍🔬'],
  ['a reserved Windows name', 'CON'],
  ['a reserved Windows name with an ending', 'nul.txt'],
  ['the name of a prototype', '__proto__'],
  ['the name of a method', 'constructor'],
  ['a dash in front', '-rf'],
  ['two dots in front', '..a'],
  ['dots at the end', 'a...'],
  ['a space at the end', 'a '],
  ['quotes', `'"\``],
  ['a shell’s words', '$(id);&|*?'],
  ['an encoded way up', '%2e%2e%2f'],
  ['an encoded slash', 'a%2Fb'],
  ['an encoded NUL', '%00'],
  ['a zero-width space', 'a\u200bb'],
  ['a byte order mark', '\ufeffa'],
  ['a hash and a question mark', 'a#b?c&d=e'],
  ['a drive', 'C:evil'],
  ['a formula', '=1+1'],
  ['a replaced letter', 'a\ufffdb'],
];

/** Names that a disk takes and the storage refuses. */
export const REFUSED_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['a line end', 'a\nb'],
  ['a tab', 'a\tb'],
  ['an escape', 'a\u001b[31mb'],
  ['a control character of the second block', 'a\u0085b'],
  ['a backslash', '..\\..\\b'],
];

/** Names that no disk has, but a client can send. */
export const BROKEN_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['half a letter', 'a\ud800b'],
  ['a NUL', 'a\0b'],
  ['over 255 bytes', 'x'.repeat(256)],
  ['255 letters of three bytes', '脳'.repeat(255)],
];

/** A name as longer than which no disk has one: 255 bytes with this ending. */
export function longestName(ending: string): string {
  const bytes = 255 - Buffer.byteLength(ending);
  return `${'é'.repeat(Math.floor(bytes / 2))}${'x'.repeat(bytes % 2)}${ending}`;
}
