import { formatPercent } from '@data-manager/lib/formatNumber';
import { matchPhase } from '@data-manager/lib/match';
import { failureNotice } from '../failures/failureText';
import { nameInText } from '../names/shownName';
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
    ? `${formatPercent(quarters(now) * 25)} of ${nameInText(now.title)} prepared.`
    : undefined;
}

function announcePhase(item: DownloadItem): string | undefined {
  return matchPhase(item, {
    queued: () => undefined,
    failed: ({ title, failure }) => `${nameInText(title)} failed: ${failureNotice(failure).text}`,
    preparing: ({ title }) => `Preparing ${nameInText(title)}.`,
    ready: ({ title }) => `The archive of ${nameInText(title)} is ready. Saving…`,
    cancelling: () => undefined,
  });
}

function quarters(item: DownloadItem): number {
  return quartersOf(downloadPercent(item));
}
