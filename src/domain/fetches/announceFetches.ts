import { formatPercent } from '@data-manager/lib/formatNumber';
import { matchPhase } from '@data-manager/lib/match';
import { counted } from '@data-manager/lib/plural';
import { failureNotice } from '../failures/failureText';
import { nameInText } from '../names/shownName';
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
    ? `${formatPercent(quarters(now) * 25)} of ${nameInText(now.title)} downloaded.`
    : undefined;
}

function announcePhase(fetch: FolderFetch): string | undefined {
  return matchPhase(fetch, {
    queued: () => undefined,
    running: ({ title, folderName }) => `Downloading ${nameInText(title)} into ${nameInText(folderName)}.`,
    paused: ({ fault }) => fault && failureNotice(fault).text,
    ended: ({ title, setAside }) => `${counted(setAside.length, 'file')} of ${nameInText(title)} could not be saved.`,
  });
}

function quarters(fetch: FolderFetch): number {
  return quartersOf(percentOf(receivedBytes(fetch), fetch.totalBytes));
}
