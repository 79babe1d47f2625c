/** Characters that are invisible, change the direction of the text after them, or are not characters at all. */
const DECEPTIVE = String.raw`\p{Control}\p{Surrogate}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff`;
/** Joiners are part of emoji and of some scripts; elsewhere they are invisible. */
const JOINERS = String.raw`\u200c\u200d`;
const ESCAPED = new RegExp(`[${DECEPTIVE}]|(?<=^|[\\0-\\x7f${DECEPTIVE}${JOINERS}])[${JOINERS}]`, 'gu');

/** Unicode blocks of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Fast path: tables sort and search up to 100,000 names, and nearly all are plain ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Escapes a name for display: characters that could make it look like another name become code points such as `[U+202E]`.
 * Use it for display only, never for keys.
 */
export function shownName(name: string): string {
  return PLAIN.test(name) ? name : name.replace(ESCAPED, escapeCharacter);
}

/** Returns true if the text contains right-to-left characters, which would reorder slashes and digits next to them. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Escapes a sentence for display, for example a server's message, and puts it on one line. */
export function shownText(text: string): string {
  return shownName(text.replace(/[\t\n\r]+/g, ' '));
}

function escapeCharacter(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
