import { md5OfText } from '../uploads/checksums';
import type { DownloadPath } from './download';
import { zipFileName } from './zipFileName';

/** Returns the name of an archive: `files_{hash}.zip`, or the folder's path with `-` instead of `/`. */
export function zipName(path: DownloadPath, downsampled: boolean): string {
  const base = typeof path === 'string' ? path.replaceAll('/', '-') : `files_${hashOfPaths(path)}`;
  return zipFileName(base, downsampled);
}

/** Returns the MD5 of the paths, sorted by code unit and joined with commas. */
export function hashOfPaths(paths: readonly string[]): string {
  // Without a comparator, `sort` orders by UTF-16 code unit, as the wire contract requires.
  return md5OfText([...paths].sort().join(','));
}
