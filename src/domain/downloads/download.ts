import { omit } from '../../lib/omit';
import type { Failure } from '../failures/failure';

/** What is asked for: everything below a folder, or a set of files, as full keys that begin with the sponsor. */
export type DownloadPath = string | readonly string[];

/**
 * An item of the persisted `download-list` (specification, section 3). The phase is derived (`downloadPhase`),
 * never stored.
 */
export interface DownloadItem {
  /** Identity in the list: unique for path (or hash) and flag. */
  readonly id: string;
  readonly path: DownloadPath;
  readonly title: string;
  /** The archive's name: `files_{hash}.zip`, or the folder path with `-` for `/`; `downsampled_` before it if asked. */
  readonly zipFileName: string;
  readonly downsampled: boolean;
  /** For several files: MD5 of the sorted paths. */
  readonly hash?: string;
  /** The server's reference. */
  readonly downloadId?: string;
  /** The link of the finished archive. */
  readonly url?: string;
  readonly totalFiles?: number;
  /** Bytes. */
  readonly totalSize?: number;
  /** Bytes. */
  readonly completedSize?: number;
  /** The archive was made, but its link may have expired since: a fresh one is asked for. */
  readonly hadLink?: true;
  /** Why the last poll brought no answer; polling goes on. */
  readonly unanswered?: Failure;
  /** Withdrawn by a person, and the server has not yet confirmed it: neither polled nor saved any more. */
  readonly cancelling?: true;
  /** Why the last start failed; the item waits for a person to try again. */
  readonly failure?: Failure;
  /** Whose item it is: shown and driven only for them. */
  readonly sponsorId: string;
  readonly userId: string;
}

/** Where a download stands. */
export type DownloadPhase = 'queued' | 'failed' | 'preparing' | 'ready';

/** No reference: queued (or failed, if the start was refused). A reference without a link: preparing. A link: ready. */
export function downloadPhase(item: DownloadItem): DownloadPhase {
  if (item.url !== undefined) return 'ready';
  if (item.downloadId !== undefined) return 'preparing';
  return item.failure === undefined ? 'queued' : 'failed';
}

/** An item whose link may have expired goes back to asking for one; without a reference nobody could be asked. */
export function withAgedLink(item: DownloadItem): DownloadItem {
  if (item.url === undefined || item.downloadId === undefined) return item;
  return { ...omit(item, 'url'), hadLink: true };
}

/** An archive with fewer files than were asked for. */
export interface ArchiveShortage {
  readonly asked: number;
  readonly packed: number;
}

/** How far the archive falls short of what was asked for, as far as the server told. A folder can't be compared. */
export function archiveShortage({
  path,
  totalFiles,
}: Pick<DownloadItem, 'path' | 'totalFiles'>): ArchiveShortage | undefined {
  if (typeof path === 'string' || totalFiles === undefined) return undefined;
  const asked = new Set(path).size;
  return totalFiles < asked ? { asked, packed: totalFiles } : undefined;
}

/** Percent of the archive that is made, 0–100: at least 1 once the server has taken the item. */
export function downloadPercent(item: DownloadItem): number {
  if (downloadPhase(item) === 'ready' || item.hadLink === true) return 100;
  if (item.downloadId === undefined) return 0;
  const share = item.totalSize ? (item.completedSize ?? 0) / item.totalSize : 0;
  return Math.min(100, Math.max(1, Math.floor(share * 100)));
}
