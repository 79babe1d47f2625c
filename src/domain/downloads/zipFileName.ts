import { KEY_MAX_BYTES } from '../names/keyRules';

const DOWNSAMPLED = 'downsampled_';
const ENDING = '.zip';
/** The archive of a folder is named after its path, which is at most as long as a key. */
const MAX_BYTES = DOWNSAMPLED.length + KEY_MAX_BYTES + ENDING.length;

/** Returns the file name of an archive: `{base}.zip` or `downsampled_{base}.zip`. */
export function zipFileName(base: string, downsampled: boolean): string {
  return `${downsampled ? DOWNSAMPLED : ''}${base}${ENDING}`;
}

/** Returns true for a name that an archive can have: a plain file name that ends in `.zip`. */
export function isZipFileName(name: string): boolean {
  if (/[/\\]|\p{Control}|\p{Surrogate}/u.test(name) || name.startsWith('.')) return false;
  return /.\.zip$/i.test(name) && new TextEncoder().encode(name).length <= MAX_BYTES;
}
