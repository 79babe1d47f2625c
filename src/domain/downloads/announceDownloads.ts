import { failureNotice } from '../failures/failureNotice';
import { announcementWords } from '../transfers/announcementWords';
import { downloadPercent, type DownloadItem } from './download';

/**
 * What a screen reader says when the download list has changed: that an archive is begun, every quarter of it, that it
 * is ready, and why one could not be started; undefined otherwise. What the server lost is told of by a toast.
 */
export function announceDownloads(before: readonly DownloadItem[], now: readonly DownloadItem[]): string | undefined {
  if (before === now) return undefined;
  const known = new Map(before.map((item) => [item.id, item]));
  const sentences = now.flatMap((item) => announceDownload(known.get(item.id), item) ?? []);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function announceDownload(before: DownloadItem | undefined, now: DownloadItem): string | undefined {
  if (now.phase !== before?.phase) {
    if (now.phase === 'preparing') return announcementWords.preparing(now.title);
    if (now.phase === 'ready') return announcementWords.ready(now.title);
    return now.phase === 'failed' ? announcementWords.failed(now.title, failureNotice(now.failure).text) : undefined;
  }
  return quarters(now) > quarters(before) ? announcementWords.prepared(quarters(now) * 25, now.title) : undefined;
}

function quarters(item: DownloadItem): number {
  return Math.min(3, Math.floor(downloadPercent(item) / 25));
}
