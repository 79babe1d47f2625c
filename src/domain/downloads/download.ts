import { matchPhase } from '@data-manager/lib/match';
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
  /** Empty in a list with the fields of the specification alone: such a download belongs to every user of its sponsor. */
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

/** Converts a download for storage. Its phase follows from its other fields. */
export function toStoredDownload(item: DownloadItem) {
  return { ...omit(item, 'phase'), ...(item.phase === 'cancelling' && { cancelling: true }) };
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

/** What a phase means. */
interface DownloadTraits {
  /** Started, but not saved yet. Only one download is active at a time. */
  readonly isActive: boolean;
  /** The server is working on the download, which can then only be cancelled. */
  readonly isOnServer: boolean;
  /** The server has nothing for the download, which `Clear All` then removes. */
  readonly isUnstarted: boolean;
  /** The download needs the files on the server. A complete archive can be saved without them. */
  readonly needsFiles: boolean;
}

export const DOWNLOAD_TRAITS = {
  queued: { isActive: false, isOnServer: false, isUnstarted: true, needsFiles: true },
  failed: { isActive: false, isOnServer: false, isUnstarted: true, needsFiles: true },
  preparing: { isActive: true, isOnServer: true, isUnstarted: false, needsFiles: true },
  ready: { isActive: true, isOnServer: false, isUnstarted: false, needsFiles: false },
  cancelling: { isActive: false, isOnServer: true, isUnstarted: false, needsFiles: false },
} as const satisfies Readonly<Record<DownloadPhase, DownloadTraits>>;

/** Returns true from the start of a download until it is saved. */
export function isActive({ phase }: DownloadItem): boolean {
  return DOWNLOAD_TRAITS[phase].isActive;
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
  return matchPhase(item, {
    queued: () => 0,
    failed: () => 0,
    preparing: preparedPercent,
    ready: () => 100,
    cancelling: preparedPercent,
  });
}

function preparedPercent({ urlExpired, totalSize, completedSize = 0 }: PreparingDownload | CancellingDownload): number {
  if (urlExpired === true) return 100;
  const share = totalSize ? completedSize / totalSize : 0;
  return Math.min(100, Math.max(1, Math.floor(share * 100)));
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
