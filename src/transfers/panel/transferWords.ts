import { archiveShortage, downloadPhase, type DownloadItem } from '../../domain/downloads/download';
import { isToldOfPoll } from '../../domain/downloads/downloadAnswer';
import type { Failure } from '../../domain/failures/failure';
import { failureWords, storagePauseWords } from '../../domain/failures/failureWords';
import type { UploadFile } from '../../domain/uploads/upload';
import { assertNever } from '../../lib/assertNever';
import { formatBytes } from '../../lib/formatBytes';
import { counted } from '../../lib/plural';
import type { UploadHold, UploadsState } from '../uploads/uploadsSlice';

/** Where a download stands, in words. */
export function downloadWords(item: DownloadItem): string {
  const shortage = archiveShortage(item);
  return shortage === undefined
    ? phaseWords(item)
    : `${phaseWords(item)}; only ${shortage.packed} of ${shortage.asked} files`;
}

function phaseWords(item: DownloadItem): string {
  if (item.cancelling === true) return 'Cancelling';
  if (item.failure !== undefined) return failureWords(item.failure).text;
  switch (downloadPhase(item)) {
    case 'preparing':
      return item.unanswered === undefined ? 'Preparing' : `Preparing: ${unansweredWords(item.unanswered)}`;
    case 'ready':
      return 'Ready, about to be saved';
    default:
      return 'Queued';
  }
}

function unansweredWords(failure: Failure): string {
  return isToldOfPoll(failure)
    ? `${failureWords(failure).text}; still asking`
    : 'the server does not answer, still trying';
}

/**
 * What tells an archive from others of the same folder, and what is known of its size: `downsampled, 12 files, 1.50 GB of
 * 4.00 GB`. Of the size nothing before the server has told.
 */
export function downloadSizeWords({ downsampled, totalFiles, totalSize, completedSize }: DownloadItem): string {
  const files = [
    ...(downsampled ? ['downsampled'] : []),
    ...(totalFiles === undefined ? [] : [counted(totalFiles, 'file')]),
  ];
  if (totalSize === undefined) return files.join(', ');
  const made = completedSize === undefined ? '' : `${formatBytes(completedSize)} of `;
  return [...files, made + formatBytes(totalSize)].join(', ');
}

/** Where a file of the upload queue stands, in words. */
export function uploadWords({ progress }: UploadFile): string {
  switch (progress.phase) {
    case 'waiting':
      return 'Waiting';
    case 'starting':
      return 'Starting';
    case 'uploading':
      return 'Uploading';
    case 'completing':
      return 'Finalising';
    case 'failed':
      return failureWords(progress.failure).text;
    default:
      return assertNever(progress);
  }
}

/** Why the upload queue stands still, in words; empty while it runs. */
export function queueWords({ paused, fault, hold }: Pick<UploadsState, 'paused' | 'fault' | 'hold'>): string {
  if (fault !== undefined) return storagePauseWords(fault);
  if (paused === true) return 'Paused; resume goes on with what is already there';
  return hold === undefined ? '' : HOLD_WORDS[hold];
}

const HOLD_WORDS: Readonly<Record<UploadHold, string>> = {
  network: 'Waiting for the network; the upload goes on by itself',
  session: 'Waiting for your login; the upload then goes on',
};
