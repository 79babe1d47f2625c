import { KEY_MAX_BYTES } from '../names/keyRules';
import { md5OfText } from '../uploads/checksums';
import type { DownloadPath } from './download';

const DOWNSAMPLED = 'downsampled_';
const ENDING = '.zip';
/** The archive of a folder is named after its path, which is at most as long as a key. */
const MAX_BYTES = DOWNSAMPLED.length + KEY_MAX_BYTES + ENDING.length;

/** Returns the name of an archive: `files_{hash}.zip`, or the folder's path with `-` instead of `/`. */
export function zipName(path: DownloadPath, downsampled: boolean): string {
  const base = typeof path === 'string' ? path.replaceAll('/', '-') : `files_${hashOfPaths(path)}`;
  return `${downsampled ? DOWNSAMPLED : ''}${base}${ENDING}`;
}

/** Returns true for a name that an archive can have: a plain file name that ends in `.zip`. */
export function isZipName(name: string): boolean {
  if (/[/\\]|\p{Control}|\p{Surrogate}/u.test(name) || name.startsWith('.')) return false;
  return /.\.zip$/i.test(name) && new TextEncoder().encode(name).length <= MAX_BYTES;
}

/** Returns the MD5 of the paths, sorted by code unit and joined with commas. */
export function hashOfPaths(paths: readonly string[]): string {
  // Without a comparator, `sort` orders by UTF-16 code unit, as the wire contract requires.
  return md5OfText([...paths].sort().join(','));
}
