import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanName } from '@data-manager/domain/names/cleanName';
import {
  KEY_MAX_BYTES,
  keyProblem,
  nameProblem,
  SEGMENT_MAX_BYTES,
  type NameProblem,
} from '@data-manager/domain/names/keyRules';
import { HttpError } from '../common/errors';

/** Characters of keys that are checked in one turn of the event loop: at most 2 ms. Others wait for a turn at each of their steps. */
const CHARACTERS_PER_TURN = 20_000;

/** An object key has at least a sponsor, a project and a file name. */
const MIN_OBJECT_SEGMENTS = 3;

/** The reasons why a key or name is rejected, for use after a subject. */
const PROBLEM_TEXTS: Readonly<Record<NameProblem, string>> = {
  empty: 'is empty',
  slash: 'contains a slash',
  reserved: 'is “upload”, which is reserved',
  'lone-surrogate': 'is not valid Unicode',
  'control-character': 'contains a control character',
  backslash: 'contains a backslash',
  'leading-slash': 'starts with /',
  'not-nfc': 'is not in Unicode normalization form NFC',
  'too-long': `is longer than ${String(KEY_MAX_BYTES)} bytes`,
  'empty-segment': 'contains an empty segment',
  dot: 'contains the segment .',
  'two-dots': 'contains the segment ..',
  'long-segment': `contains a name longer than ${String(SEGMENT_MAX_BYTES)} bytes`,
};

/** Describes why a key or path is malformed, for use after a subject; undefined if it is well-formed. */
export function describeKeyProblem(key: string): string | undefined {
  const problem = keyProblem(key);
  return problem && PROBLEM_TEXTS[problem];
}

/** Returns the sponsor to which a key or path belongs: its first segment. */
export function sponsorOfKey(key: string): string {
  return key.split('/', 1)[0] ?? '';
}

/**
 * Validates a path of the caller's sponsor (`sponsor`, `sponsor/project`, …) and removes its trailing `/`.
 *
 * @throws HttpError 400 for a malformed path, 403 for a path of another sponsor.
 */
export function checkPath(path: string, sponsorId: string): string {
  const problem = describeKeyProblem(path);
  if (problem !== undefined) throw new HttpError(400, `The path ${quoted(path)} ${problem}.`);
  const bare = path.replace(/\/$/, '');
  if (sponsorOfKey(bare) !== sponsorId) {
    throw new HttpError(403, `The path ${quoted(path)} belongs to another sponsor.`);
  }
  return bare;
}

/**
 * Validates the key of a file of the caller's sponsor: `sponsor/project/…/file`.
 *
 * @throws HttpError 400 for a malformed key, 403 for a key of another sponsor.
 */
export function checkObjectKey(key: string, sponsorId: string): string {
  const bare = checkPath(key, sponsorId);
  if (bare !== key) throw new HttpError(400, `The key ${quoted(key)} is a folder: it ends in /.`);
  if (key.split('/', MIN_OBJECT_SEGMENTS).length < MIN_OBJECT_SEGMENTS) {
    throw new HttpError(400, `The key ${quoted(key)} is not a file in a project (sponsor/project/file).`);
  }
  return key;
}

/**
 * Visits keys, or items with keys, in several turns of the event loop, between which other requests are served. Waits between
 * turns only: waiting for each of 200,000 keys takes as long as checking them.
 */
export async function visitInTurns<Item>(
  items: readonly Item[],
  countCharacters: (item: Item) => number,
  visit: (item: Item) => void,
): Promise<void> {
  let characters = 0;
  for (const item of items) {
    visit(item);
    characters += countCharacters(item);
    if (characters < CHARACTERS_PER_TURN) continue;
    characters = 0;
    await nextTurn();
  }
}

/**
 * Validates the key of a file, or of an empty folder, which ends in `/`.
 *
 * @throws HttpError as `checkObjectKey`.
 */
export function checkFileOrFolderKey(key: string, sponsorId: string): string {
  checkObjectKey(key.replace(/\/$/, ''), sponsorId);
  return key;
}

/**
 * Validates the key of a new file. Its name and its folders contain no spaces that can't be seen, unless they may be an
 * older project or dataset.
 *
 * @throws HttpError as `checkObjectKey`, and 400 for such a space.
 */
export function checkNewKey(key: string, sponsorId: string): string {
  checkObjectKey(key, sponsorId);
  const segments = key.split('/', MIN_OBJECT_SEGMENTS);
  const older = segments.join('/');
  const path = older === key ? (segments.at(-1) ?? '') : key.slice(older.length + 1);
  // Of the whole path, because it may have hundreds of names.
  if (path !== cleanName(path) || path.includes(' /') || path.includes('/ ')) {
    const what = 'contains a no-break space, or a name that starts or ends with a space';
    throw new HttpError(400, `The key ${quoted(key)} ${what}.`);
  }
  return key;
}

/** Formats a key for a message: on one line, and shortened in the middle, because its end names the file. */
export function quoted(key: string): string {
  const short = JSON.stringify(key.length > 200 ? `${key.slice(0, 100)}…${key.slice(-100)}` : key);
  // JSON does not escape all line breaks, nor characters that change the text direction.
  return short.replace(
    /[\p{Control}\p{Bidi_Control}\u2028\u2029]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Cleans a title or name, and validates it as a folder name and URL segment.
 *
 * @param field The field to name in the error message.
 * @throws HttpError 400 for an invalid name.
 */
export function checkName(field: 'title' | 'dataset', text: string): string {
  const name = cleanName(text.trim());
  const problem = nameProblem(name);
  if (problem !== undefined) throw new HttpError(400, `The field “${field}” is invalid: it ${PROBLEM_TEXTS[problem]}.`);
  return name;
}
