import { formatPercent } from '../../lib/formatNumber';
import { counted } from '../../lib/plural';
import { failureNotice } from '../failures/failureText';
import { percentOf } from '../uploads/uploadProgress';
import { receivedBytes, type FolderFetch } from './folderFetch';

/**
 * Returns what a screen reader announces when the downloads into folders have changed: each start, quarter, automatic
 * pause, and files that could not be saved. Completed downloads are announced by their toast.
 */
export function announceFetches(before: readonly FolderFetch[], now: readonly FolderFetch[]): string | undefined {
  if (before === now) return undefined;
  const known = new Map(before.map((fetch) => [fetch.id, fetch]));
  const sentences = now.flatMap((fetch) => announceFetch(known.get(fetch.id), fetch) ?? []);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function announceFetch(before: FolderFetch | undefined, now: FolderFetch): string | undefined {
  if (before?.phase !== now.phase) {
    if (now.phase === 'running') return `Downloading ${now.title} into ${now.folderName}.`;
    if (now.phase === 'paused' && now.fault !== undefined) return failureNotice(now.fault).text;
    return now.phase === 'ended'
      ? `${counted(now.setAside.length, 'file')} of ${now.title} could not be saved.`
      : undefined;
  }
  return quarters(now) > quarters(before)
    ? `${formatPercent(quarters(now) * 25)} of ${now.title} downloaded.`
    : undefined;
}

function quarters(fetch: FolderFetch): number {
  return Math.min(3, Math.floor(percentOf(receivedBytes(fetch), fetch.totalBytes) / 25));
}
