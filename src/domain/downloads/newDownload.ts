import type { SessionOwner } from '../session/session';
import type { DownloadItem } from './download';
import { hashOfPaths, zipName } from './zipName';

/** Returns a download that waits for its turn. */
export function newDownload(
  { id, path, title, downsampled }: Pick<DownloadItem, 'id' | 'path' | 'title' | 'downsampled'>,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): DownloadItem {
  return {
    phase: 'queued',
    id,
    path,
    title,
    zipFileName: zipName(path, downsampled),
    downsampled,
    ...(typeof path !== 'string' && { hash: hashOfPaths(path) }),
    sponsorId,
    userId,
  };
}
