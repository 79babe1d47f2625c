import { omit } from '@data-manager/lib/omit';
import type { Failure } from '../failures/failure';
import type { SessionOwner } from '../session/session';

/** The folder to download, or a set of files: full keys that begin with the sponsor. */
export type DownloadPath = string | readonly string[];

/** Sizes as last reported by the server. */
export interface ArchiveSize {
  readonly totalFiles?: number;
  /** Bytes. */
  readonly totalSize?: number;
  /** Bytes. */
  readonly completedSize?: number;
}

interface DownloadBase extends ArchiveSize {
  /** Unique in the list. */
  readonly id: string;
  readonly path: DownloadPath;
  readonly title: string;
  /** File name of the archive; see `zipName`. */
  readonly zipFileName: string;
  readonly downsampled: boolean;
  /** For a set of files: the MD5 of the sorted paths. */
  readonly hash?: string;
  readonly sponsorId: string;
  /** Empty in lists stored by older versions: such a download belongs to every user of its sponsor. */
  readonly userId: string;
}

/** Waits for its turn to start. */
interface QueuedDownload extends DownloadBase {
  readonly phase: 'queued';
}

/** Could not be started; waits for a retry by the user. */
interface FailedDownload extends DownloadBase {
  readonly phase: 'failed';
  readonly failure: Failure;
}

/** The server is building the archive, or has built it and still has to return a new URL. */
export interface PreparingDownload extends DownloadBase {
  readonly phase: 'preparing';
  readonly downloadId: string;
  /** The archive was ready before, but its URL may have expired; request a new one. */
  readonly urlExpired?: true;
  /** Why the latest poll failed. Polling continues. */
  readonly lastPollError?: Failure;
}

/** The archive can be saved. */
interface ReadyDownload extends DownloadBase {
  readonly phase: 'ready';
  /** Missing only in lists that were not stored by this app. */
  readonly downloadId?: string;
  readonly url: string;
}

/** Cancelled by the user; removed from the list once the server has been asked to stop. */
export interface CancellingDownload extends DownloadBase {
  readonly phase: 'cancelling';
  readonly downloadId: string;
  readonly urlExpired?: true;
}

/** A download in the list. */
export type DownloadItem = QueuedDownload | FailedDownload | PreparingDownload | ReadyDownload | CancellingDownload;

export type DownloadPhase = DownloadItem['phase'];

/** A download in the stored list, with the fields of the specification. The phase follows from them. */
export interface StoredDownload {
  readonly id: string;
  readonly path: DownloadPath;
  readonly title: string;
  readonly zipFileName: string;
  readonly downsampled: boolean;
  readonly hash?: string;
  readonly downloadId?: string;
  readonly url?: string;
  readonly totalFiles?: number;
  readonly totalSize?: number;
  readonly completedSize?: number;
  readonly failure?: Failure;
  readonly urlExpired?: true;
  readonly lastPollError?: Failure;
  readonly cancelling?: true;
  readonly sponsorId: string;
  readonly userId: string;
}

/** An archive that was passed to the browser. Whether the browser stored it is unknown. */
export interface SavedArchive {
  /** The id of its download. */
  readonly id: string;
  readonly title: string;
  readonly zipFileName: string;
  readonly downloadId?: string;
  /** Bytes, as last reported by the server. */
  readonly totalSize?: number;
  /** The URL it was saved from. */
  readonly url: string;
  /** When it was last passed to the browser, in milliseconds since 1970. */
  readonly savedAt: number;
  readonly sponsorId: string;
  readonly userId: string;
}

/** Converts a download for storage. */
export function toStoredDownload(item: DownloadItem): StoredDownload {
  const stored = omit(item, 'phase');
  switch (item.phase) {
    case 'queued':
    case 'failed':
    case 'preparing':
    case 'ready':
      return stored;
    case 'cancelling':
      return { ...stored, cancelling: true };
  }
}

/** Returns true if two downloads request the same archive: the same folder, or the same set of files. */
export function isSameDownload(
  left: Pick<DownloadItem, 'path' | 'hash' | 'downsampled'>,
  right: Pick<DownloadItem, 'path' | 'hash' | 'downsampled'>,
): boolean {
  if (left.downsampled !== right.downsampled) return false;
  if (typeof left.path === 'string' || typeof right.path === 'string') return left.path === right.path;
  return left.hash !== undefined && left.hash === right.hash;
}

/** Returns true if a user may see the download. */
export function isDownloadOf(
  { sponsorId, userId }: Pick<DownloadItem, 'sponsorId' | 'userId'>,
  owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined,
): boolean {
  if (owner === undefined || sponsorId !== owner.sponsorId) return false;
  return userId === '' || userId === owner.userId;
}

/** Returns true from the start of a download until it is saved. Only one is active at a time. */
export function isActive({ phase }: DownloadItem): boolean {
  switch (phase) {
    case 'preparing':
    case 'ready':
      return true;
    case 'queued':
    case 'failed':
    case 'cancelling':
      return false;
  }
}

/** Returns true if the server is working on the download, which can then only be cancelled. */
export function isOnServer({ phase }: DownloadItem): boolean {
  switch (phase) {
    case 'preparing':
    case 'cancelling':
      return true;
    case 'queued':
    case 'failed':
    case 'ready':
      return false;
  }
}

/** Returns true while the server has nothing for the download, which `Clear All` then removes. */
export function isUnstarted({ phase }: DownloadItem): boolean {
  switch (phase) {
    case 'queued':
    case 'failed':
      return true;
    case 'preparing':
    case 'ready':
    case 'cancelling':
      return false;
  }
}

/** Returns true while the download needs the files on the server. A complete archive can be saved without them. */
export function needsFiles({ phase }: DownloadItem): boolean {
  switch (phase) {
    case 'queued':
    case 'failed':
    case 'preparing':
      return true;
    case 'ready':
    case 'cancelling':
      return false;
  }
}

/** Returns the download to work on: the active one, or else the first that is queued. */
export function nextDownload(items: readonly DownloadItem[]): DownloadItem | undefined {
  return items.find(isActive) ?? items.find(({ phase }) => phase === 'queued');
}

/**
 * Turns a ready download back into one that needs a fresh URL. Does nothing without a `downloadId`, which the request
 * for one needs.
 */
export function expireUrl(item: DownloadItem): DownloadItem {
  if (item.phase !== 'ready' || item.downloadId === undefined) return item;
  return { ...omit(item, 'url'), phase: 'preparing', downloadId: item.downloadId, urlExpired: true };
}

/** Returns the progress in percent, 0–100: at least 1 once the server has started. */
export function downloadPercent(item: DownloadItem): number {
  switch (item.phase) {
    case 'queued':
    case 'failed':
      return 0;
    case 'ready':
      return 100;
    case 'preparing':
    case 'cancelling': {
      if (item.urlExpired === true) return 100;
      const share = item.totalSize ? (item.completedSize ?? 0) / item.totalSize : 0;
      return Math.min(100, Math.max(1, Math.floor(share * 100)));
    }
  }
}

/** An archive with fewer files than requested. */
export interface ArchiveShortage {
  readonly requested: number;
  readonly packed: number;
}

/** Compares the number of files with the request. Returns undefined if none is missing, and for folders. */
export function archiveShortage({
  path,
  totalFiles,
}: Pick<DownloadItem, 'path' | 'totalFiles'>): ArchiveShortage | undefined {
  if (typeof path === 'string' || totalFiles === undefined) return undefined;
  const requested = new Set(path).size;
  return totalFiles < requested ? { requested, packed: totalFiles } : undefined;
}
