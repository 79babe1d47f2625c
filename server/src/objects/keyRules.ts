import { HttpError } from '../errors';

/** Longest key, in bytes of UTF-8: S3's limit, and well below any file system's. */
const MAX_KEY_BYTES = 1024;
/** Longest segment of a key, in bytes of UTF-8: what ext4, APFS and NTFS hold. */
const MAX_SEGMENT_BYTES = 255;
/** An object's key names at least sponsor, project and file. */
const MIN_OBJECT_SEGMENTS = 3;

/**
 * Says what is wrong with the form of a key or path, in words for people; undefined where nothing is.
 * One `/` at the end (an empty folder) is part of a good form.
 */
export function keyProblem(key: string): string | undefined {
  if (key === '') return 'is empty';
  // Two lone surrogates would become the same replacement character on disk, so two keys one file.
  if (/\p{Surrogate}/u.test(key)) return 'is no valid Unicode';
  if (/\p{Control}/u.test(key)) return 'holds a control character';
  if (key.includes('\\')) return 'holds a backslash';
  if (key.startsWith('/')) return 'begins with /';
  if (key !== key.normalize('NFC')) return 'is not in Unicode normal form NFC';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `is longer than ${String(MAX_KEY_BYTES)} bytes`;
  for (const segment of key.replace(/\/$/, '').split('/')) {
    if (segment === '') return 'holds an empty name between two slashes';
    if (segment === '.' || segment === '..') return `holds the name ${segment}`;
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
      return `holds a name longer than ${String(MAX_SEGMENT_BYTES)} bytes`;
    }
  }
  return undefined;
}

/**
 * Checks a path of a caller's own (`sponsor`, `sponsor/project`, …) and gives it back without a `/` at its end.
 *
 * @throws HttpFailure 400 for a path of bad form, 403 for one of another sponsor.
 */
export function checkPath(path: string, sponsorId: string): string {
  const problem = keyProblem(path);
  if (problem !== undefined) throw new HttpError(400, `The path ${quoted(path)} ${problem}.`);
  const bare = path.replace(/\/$/, '');
  if (bare.split('/')[0] !== sponsorId) {
    throw new HttpError(403, `The path ${quoted(path)} belongs to another sponsor.`);
  }
  return bare;
}

/**
 * Checks the key of one file of a caller's own: `sponsor/project/…/file`.
 *
 * @throws HttpFailure 400 for a key of bad form, 403 for one of another sponsor.
 */
export function checkObjectKey(key: string, sponsorId: string): string {
  const bare = checkPath(key, sponsorId);
  if (bare !== key) throw new HttpError(400, `The key ${quoted(key)} ends in /, which names a folder.`);
  if (key.split('/').length < MIN_OBJECT_SEGMENTS) {
    throw new HttpError(400, `The key ${quoted(key)} names no file in a project (sponsor/project/file).`);
  }
  return key;
}

/** A key as it may stand in a message: on one line and short, whatever it holds. */
function quoted(key: string): string {
  const short = JSON.stringify(key.length > 200 ? `${key.slice(0, 200)}…` : key);
  // JSON leaves some line ends as they are, and what turns the rest of the message round.
  return short.replace(
    /[\p{Control}\p{Bidi_Control}\u2028\u2029]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.includes('/')) return 'holds a slash';
  // The route of the upload screen; the app's router doesn't tell case apart.
  if (name.toLowerCase() === 'upload') return 'is “upload”, the name of a screen';
  return keyProblem(name);
}

/**
 * Makes a title or name fit to be a folder of objects and a segment of the app's addresses: trimmed, in Unicode
 * normal form C.
 *
 * @param field Named in the failure.
 * @throws HttpFailure 400 in words for people.
 */
export function checkName(field: 'title' | 'dataset', text: string): string {
  const name = text.normalize('NFC').trim();
  const problem = nameProblem(name);
  if (problem !== undefined) throw new HttpError(400, `The field “${field}” is not right: it ${problem}.`);
  return name;
}
