import { isPlainPath, SPACE_LOOKALIKES } from './cleanName';

/** Characters that are invisible, change the direction of the text after them, or are not characters at all. */
const DECEPTIVE = String.raw`\p{Control}\p{Surrogate}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff`;
/** Joiners are part of emoji and of some scripts; elsewhere they are invisible. */
const JOINERS = String.raw`\u200c\u200d`;
const INVISIBLE = `[${DECEPTIVE}]|(?<=^|[\\0-\\x7f${DECEPTIVE}${JOINERS}])[${JOINERS}]`;
const ESCAPED = new RegExp(INVISIBLE, 'gu');
/** Also spaces that are not plain, and spaces that a page does not show: at the ends of names, and after another one. */
const ESCAPED_IN_NAME = new RegExp(`${INVISIBLE}|[${SPACE_LOOKALIKES}]|(?<=^|[ /]) | (?=/|$)`, 'gu');

/** Unicode blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Escapes a name or path for display: characters that could make it look like another name become code points such as `[U+202E]`,
 * and spaces that could not be seen `[U+0020]`. Use it for display only, never for keys.
 */
export function shownName(name: string): string {
  return isPlainPath(name) ? name : name.replace(ESCAPED_IN_NAME, escapeCharacter);
}

/** Returns a name for a sentence: escaped, between the isolates of Unicode, from which the page finds the name again. */
export function nameInText(name: string): string {
  return `\u2068${shownName(name)}\u2069`;
}

/** Splits a sentence at the names in it, which have odd indices, and escapes the rest. */
export function splitNames(text: string): readonly string[] {
  return text
    .split(/\u2068([^\u2068\u2069]*)\u2069/)
    .map((part, index) => (index % 2 === 1 ? shownName(part) : shownText(part)));
}

/** Returns a sentence for places that show only text, such as a tooltip. */
export function sentenceText(sentence: string): string {
  return splitNames(sentence).join('');
}

/** Returns true if the text contains right-to-left characters, which would reorder slashes and digits next to them. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Escapes a sentence for display, for example a server's message, and puts it on one line. Its spaces stay. */
export function shownText(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ').replace(ESCAPED, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
