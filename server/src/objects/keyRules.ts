import { cleanName } from '../../../src/domain/names/cleanName';
import { foldText } from '../../../src/lib/foldText';
import { HttpError } from '../errors';

/** Maximum length of a key in UTF-8 bytes, as in S3. */
export const MAX_KEY_BYTES = 1024;
/** Maximum length of a segment in UTF-8 bytes: the limit of ext4, APFS and NTFS. */
const MAX_SEGMENT_BYTES = 255;
/** Maximum number of UTF-8 bytes for each UTF-16 code unit. */
const MAX_BYTES_OF_UNIT = 3;
/** An object key has at least a sponsor, a project and a file name. */
const MIN_OBJECT_SEGMENTS = 3;

/**
 * Describes why a key or path is malformed, for use after a subject; undefined if it is well-formed. A trailing `/`,
 * which marks an empty folder, is allowed.
 */
export function keyProblem(key: string): string | undefined {
  if (key === '') return 'is empty';
  // All lone surrogates become the same replacement character on disk.
  if (/\p{Surrogate}/u.test(key)) return 'is not valid Unicode';
  if (/\p{Control}/u.test(key)) return 'contains a control character';
  if (key.includes('\\')) return 'contains a backslash';
  if (key.startsWith('/')) return 'starts with /';
  if (key !== key.normalize('NFC')) return 'is not in Unicode normalization form NFC';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `is longer than ${String(MAX_KEY_BYTES)} bytes`;
  for (const segment of key.replace(/\/$/, '').split('/')) {
    if (segment === '') return 'contains an empty segment';
    if (segment === '.' || segment === '..') return `contains the segment ${segment}`;
    if (segment.length * MAX_BYTES_OF_UNIT > MAX_SEGMENT_BYTES && Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
      return `contains a name longer than ${String(MAX_SEGMENT_BYTES)} bytes`;
    }
  }
  return undefined;
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
  const problem = keyProblem(path);
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

function nameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.includes('/')) return 'contains a slash';
  // The route of the upload screen.
  if (foldText(name) === 'upload') return 'is “upload”, which is reserved';
  return keyProblem(name);
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
  if (problem !== undefined) throw new HttpError(400, `The field “${field}” is invalid: it ${problem}.`);
  return name;
}
