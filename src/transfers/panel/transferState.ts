import { archiveShortage, downloadPhase, type DownloadItem } from '../../domain/downloads/download';
import { isToldOfPoll } from '../../domain/downloads/downloadAnswer';
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
  return transferWords.incomplete(phaseWords(item), shortage.packed, shortage.asked);
}

function phaseWords(item: DownloadItem): string {
  if (item.cancelling === true) return transferWords.cancelling;
  if (item.failure !== undefined) return failureNotice(item.failure).text;
  switch (downloadPhase(item)) {
    case 'preparing':
      if (item.unanswered === undefined) return transferWords.preparing;
      return transferWords.preparingBut(unansweredWords(item.unanswered));
    case 'ready':
      return transferWords.ready;
    default:
      return transferWords.queued;
  }
}

function unansweredWords(failure: Failure): string {
  return isToldOfPoll(failure) ? transferWords.stillAsking(failureNotice(failure).text) : transferWords.unanswered;
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
