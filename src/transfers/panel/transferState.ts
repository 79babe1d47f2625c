import { archiveShortage, type DownloadItem } from '../../domain/downloads/download';
import { isPollRefused } from '../../domain/downloads/interpretPoll';
import type { Failure } from '../../domain/failures/failure';
import { failureNotice, storagePauseWords } from '../../domain/failures/failureNotice';
import type { UploadFile } from '../../domain/uploads/upload';
import { assertNever } from '../../lib/assertNever';
import { formatBytes } from '../../lib/formatBytes';
import type { UploadsState } from '../uploads/uploadsSlice';
import { transferWords } from './transferWords';

/** Where a download stands, in words. */
export function downloadWords(item: DownloadItem): string {
  const shortage = archiveShortage(item);
  if (shortage === undefined) return phaseWords(item);
  return transferWords.incomplete(phaseWords(item), shortage.packed, shortage.requested);
}

function phaseWords(item: DownloadItem): string {
  switch (item.phase) {
    case 'queued':
      return transferWords.queued;
    case 'failed':
      return failureNotice(item.failure).text;
    case 'preparing':
      if (item.lastPollError === undefined) return transferWords.preparing;
      return transferWords.preparingBut(unansweredWords(item.lastPollError));
    case 'ready':
      return transferWords.ready;
    case 'cancelling':
      return transferWords.cancelling;
    default:
      return assertNever(item);
  }
}

function unansweredWords(failure: Failure): string {
  return isPollRefused(failure) ? transferWords.stillAsking(failureNotice(failure).text) : transferWords.unanswered;
}

/**
 * What tells an archive from others of the same folder, and what is known of its size: `downsampled, 12 files, 1.50 GB of
 * 4.00 GB`. Of the size nothing before the server has told.
 */
export function downloadSizeWords({ downsampled, totalFiles, totalSize, completedSize }: DownloadItem): string {
  return [
    ...(downsampled ? [transferWords.downsampled] : []),
    ...(totalFiles === undefined ? [] : [transferWords.files(totalFiles)]),
    ...(totalSize === undefined ? [] : [sizeWords(totalSize, completedSize)]),
  ].join(', ');
}

function sizeWords(total: number, made: number | undefined): string {
  return made === undefined ? formatBytes(total) : transferWords.madeOf(made, total);
}

/** Where a file of the upload queue stands, in words. */
export function uploadWords({ progress }: UploadFile): string {
  switch (progress.phase) {
    case 'waiting':
      return transferWords.waiting;
    case 'starting':
      return transferWords.starting;
    case 'uploading':
      return transferWords.uploading;
    case 'completing':
      return transferWords.finalising;
    case 'failed':
      return failureNotice(progress.failure).text;
    default:
      return assertNever(progress);
  }
}

/** Why the upload queue stands still, in words; empty while it runs. */
export function queueWords({ paused, fault, hold }: Pick<UploadsState, 'paused' | 'fault' | 'hold'>): string {
  if (fault !== undefined) return storagePauseWords(fault);
  if (paused === true) return transferWords.paused;
  return hold === undefined ? '' : transferWords.held[hold];
}
