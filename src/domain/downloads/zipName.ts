import { md5OfText } from '../uploads/checksums';
import type { DownloadPath } from './download';

/** Identity of a set of files: MD5 of the paths, sorted by code unit and joined with `,`. The order given is of no account. */
export function hashOfPaths(paths: readonly string[]): string {
  // `sort` without a comparator orders by UTF-16 code unit, as the wire contract asks.
  return md5OfText([...paths].sort().join(','));
}

/** `files_{hash}.zip`, or the folder path with `-` for `/` and `.zip`; `downsampled_` before either if asked. */
export function zipName(path: DownloadPath, downsampled: boolean): string {
  const base = typeof path === 'string' ? path.replaceAll('/', '-') : `files_${hashOfPaths(path)}`;
  return `${downsampled ? 'downsampled_' : ''}${base}.zip`;
}
