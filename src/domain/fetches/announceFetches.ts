import { formatPercent } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { failureNotice } from '../failures/failureText';
import { announceChanges, quartersOf } from '../transfers/announceChanges';
import { percentOf } from '../uploads/uploadProgress';
import { receivedBytes, type FolderFetch } from './folderFetch';

/**
 * Returns what a screen reader announces when the downloads into folders have changed: each start, quarter, automatic
 * pause, and files that could not be saved. Completed downloads are announced by their toast.
 */
export function announceFetches(before: readonly FolderFetch[], now: readonly FolderFetch[]): string | undefined {
  return announceChanges(before, now, announceFetch);
}

function announceFetch(before: FolderFetch | undefined, now: FolderFetch): string | undefined {
  if (before?.phase !== now.phase) return announcePhase(now);
  return quarters(now) > quarters(before)
    ? `${formatPercent(quarters(now) * 25)} of ${now.title} downloaded.`
    : undefined;
}

function announcePhase(fetch: FolderFetch): string | undefined {
  switch (fetch.phase) {
    case 'queued':
      return undefined;
    case 'running':
      return `Downloading ${fetch.title} into ${fetch.folderName}.`;
    case 'paused':
      return fetch.fault && failureNotice(fetch.fault).text;
    case 'ended':
      return `${counted(fetch.setAside.length, 'file')} of ${fetch.title} could not be saved.`;
  }
}

function quarters(fetch: FolderFetch): number {
  return quartersOf(percentOf(receivedBytes(fetch), fetch.totalBytes));
}
