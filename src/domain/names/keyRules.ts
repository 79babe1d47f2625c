import { foldText } from '@data-manager/lib/foldText';
import { UPLOAD_SEGMENT } from '../navigation/routePath';

/** Maximum length of a key in UTF-8 bytes (a limit of S3). */
export const KEY_MAX_BYTES = 1024;
/** Maximum length of a key's segment in UTF-8 bytes (a limit of ext4, APFS and NTFS). */
export const SEGMENT_MAX_BYTES = 255;
/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** The reason why the storage rejects a key. */
export type KeyProblem =
  | 'empty'
  | 'lone-surrogate'
  | 'control-character'
  | 'backslash'
  | 'leading-slash'
  | 'not-nfc'
  | 'too-long'
  | 'empty-segment'
  | 'dot'
  | 'two-dots'
  | 'long-segment';

/** The reason why the title of a project or the name of a dataset is rejected. */
export type NameProblem = KeyProblem | 'slash' | 'reserved';

/** Returns why the storage rejects a key or path, if it does. A trailing `/`, which marks an empty folder, is allowed. */
export function keyProblem(key: string): KeyProblem | undefined {
  if (key === '') return 'empty';
  // All lone surrogates become the same replacement character on disk.
  if (/\p{Surrogate}/u.test(key)) return 'lone-surrogate';
  if (/\p{Control}/u.test(key)) return 'control-character';
  if (key.includes('\\')) return 'backslash';
  if (key.startsWith('/')) return 'leading-slash';
  if (key !== key.normalize('NFC')) return 'not-nfc';
  if (exceeds(key, KEY_MAX_BYTES)) return 'too-long';
  for (const segment of key.replace(/\/$/, '').split('/')) {
    if (segment === '') return 'empty-segment';
    if (segment === '.') return 'dot';
    if (segment === '..') return 'two-dots';
    if (exceeds(segment, SEGMENT_MAX_BYTES)) return 'long-segment';
  }
  return undefined;
}

/**
 * Returns why a cleaned title can't be used, if it can't. A title becomes a segment of keys and URLs: slashes are not
 * allowed, and neither is the segment of the upload route.
 */
export function nameProblem(name: string): NameProblem | undefined {
  if (name.includes('/')) return 'slash';
  if (foldText(name) === UPLOAD_SEGMENT) return 'reserved';
  return keyProblem(name);
}

function exceeds(text: string, bytes: number): boolean {
  return text.length * MAX_BYTES_PER_UNIT > bytes && new TextEncoder().encode(text).length > bytes;
}
