/** What turns the letters after it round, what nobody can see, and what is no letter. */
const DECEPTIVE = String.raw`\p{Control}\p{Surrogate}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff`;
/** Joiners belong to emoji and to some scripts; anywhere else they only hide. */
const JOINERS = String.raw`\u200c\u200d`;
const WRITTEN_OUT = new RegExp(`[${DECEPTIVE}]|(?<=^|[\\0-\\x7f${DECEPTIVE}${JOINERS}])[${JOINERS}]`, 'gu');

/** The blocks of Unicode whose letters run from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Nearly every name, of which tables sort and search a hundred thousand. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * A name as it may stand on a page: letters that would make it look like another one are written out, like `[U+202E]`.
 * The name itself, and the key that is made of it, stay as they are.
 */
export function shownName(name: string): string {
  return PLAIN.test(name) ? name : name.replace(WRITTEN_OUT, codePointWords);
}

/** Whether some of its letters run from right to left, so that they would take slashes and digits beside them along. */
export function runsFromRight(name: string): boolean {
  return FROM_RIGHT.test(name);
}

/** A sentence, maybe of a server, as it may be shown: as a name, but with its lines put into one. */
export function shownText(text: string): string {
  return shownName(text.replace(/[\t\n\r]+/g, ' '));
}

function codePointWords(letter: string): string {
  return `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
