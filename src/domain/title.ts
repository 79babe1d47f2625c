/** Longest title, in characters: with the sponsor before it a key stays far below the storage's 1,024 bytes. */
const TITLE_MAX_LENGTH = 200;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** A title as it is kept: without spaces around it, in Unicode NFC like every other part of a key. */
export function cleanTitle(title: string): string {
  return title.trim().normalize('NFC');
}

/**
 * What is wrong with a project's or dataset's title, in words; undefined for a good one. A title becomes a segment of
 * keys and of the address, hence no slashes and not the word of the upload route. `taken` are the titles beside it.
 */
export function titleProblem(title: string, taken: readonly string[] = []): string | undefined {
  const clean = cleanTitle(title);
  if (clean === '') return 'Please enter a title';
  if (clean.length > TITLE_MAX_LENGTH) return `A title has at most ${TITLE_MAX_LENGTH} characters`;
  if (/[/\\]/.test(clean)) return 'A title may not contain / or \\';
  if (CONTROL_CHARACTER.test(clean)) return 'A title may not contain control characters';
  if (clean === 'upload' || clean === '.' || clean === '..') return `“${clean}” can’t be used as a title`;
  if (taken.some((other) => cleanTitle(other) === clean)) return 'This title is in use already';
  return undefined;
}
