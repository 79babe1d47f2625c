import { formatPercent } from '@data-manager/lib/formatNumber';
import { failureNotice } from '../failures/failureText';
import { announceChanges, quartersOf } from '../transfers/announceChanges';
import { downloadPercent, type DownloadItem } from './download';

/**
 * Returns what a screen reader announces when the list has changed: each start, quarter, ready archive and failed start.
 * Lost archives are announced by their toast.
 */
export function announceDownloads(before: readonly DownloadItem[], now: readonly DownloadItem[]): string | undefined {
  return announceChanges(before, now, announceDownload);
}

function announceDownload(before: DownloadItem | undefined, now: DownloadItem): string | undefined {
  if (now.phase !== before?.phase) return announcePhase(now);
  return quarters(now) > quarters(before)
    ? `${formatPercent(quarters(now) * 25)} of ${now.title} prepared.`
    : undefined;
}

function announcePhase(item: DownloadItem): string | undefined {
  switch (item.phase) {
    case 'preparing':
      return `Preparing ${item.title}.`;
    case 'ready':
      return `${item.title} is ready. Saving…`;
    case 'failed':
      return `${item.title} failed: ${failureNotice(item.failure).text}`;
    case 'queued':
    case 'cancelling':
      return undefined;
  }
}

function quarters(item: DownloadItem): number {
  return quartersOf(downloadPercent(item));
}
