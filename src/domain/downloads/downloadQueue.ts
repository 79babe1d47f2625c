import type { SessionOwner } from '../session/session';
import { downloadPhase, type DownloadItem } from './download';

type What = Pick<DownloadItem, 'path' | 'hash' | 'downsampled'>;
type Whose = Pick<DownloadItem, 'sponsorId' | 'userId'>;

/** Several files are the same by hash, a folder by path; the downsampled flag tells otherwise equal items apart. */
export function sameDownload(left: What, right: What): boolean {
  if (left.downsampled !== right.downsampled) return false;
  if (typeof left.path === 'string' || typeof right.path === 'string') return left.path === right.path;
  return left.hash !== undefined && left.hash === right.hash;
}

/** An item of a list older than the user field has an empty `userId`: it belongs to every user of its sponsor. */
export function isDownloadOf(item: Whose, owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined): boolean {
  if (owner === undefined || item.sponsorId !== owner.sponsorId) return false;
  return item.userId === '' || item.userId === owner.userId;
}

/**
 * The item to drive: what is ready or preparing goes before what is queued, so that only one is active. Failed
 * items wait for a person; items that are being cancelled are no longer driven.
 */
export function nextDownload(items: readonly DownloadItem[]): DownloadItem | undefined {
  const driven = items.filter((item) => item.cancelling !== true);
  const active = driven.find((item) => ['ready', 'preparing'].includes(downloadPhase(item)));
  return active ?? driven.find((item) => downloadPhase(item) === 'queued');
}
