import { assertNever } from '../../lib/assertNever';
import { DISK_FULL_STATUS } from '../constants';
import { ERROR_CATALOGUE, type FailureChannel } from './errorCatalogue';
import type { Failure } from './failure';
import { failureWords } from './failureWords';

/** What is said of a failure, and where. */
interface FailureNotice {
  readonly text: string;
  readonly channel: FailureChannel;
}

/**
 * What is said of every kind of failure, and where. What befalls a file of the upload queue stands in its row; the toast
 * is the catalogue's "Error uploading file.".
 */
export function failureNotice(failure: Failure): FailureNotice {
  switch (failure.kind) {
    case 'unauthorized':
      return requestFailed(failureWords.unauthorized);
    case 'forbidden':
      return ERROR_CATALOGUE.forbidden;
    case 'not-found':
      return { ...ERROR_CATALOGUE.notFound, ...(failure.message !== undefined && { text: failure.message }) };
    case 'refused':
      return requestFailed(failure.message);
    case 'unreachable':
      return requestFailed(failureWords.unreachable);
    case 'not-sendable':
      return requestFailed(failureWords.notSendable);
    case 'bad-answer':
      return requestFailed(failureWords.badAnswer(failure.endpoint, failure.field));
    case 'aborted':
      return { ...ERROR_CATALOGUE.uploadAborted, channel: 'silent' };
    case 'checksum-mismatch':
      return inline(failureWords.checksumMismatch(failure.partNumber));
    case 'etag-hidden':
      return inline(failureWords.etagHidden);
    case 'etag-no-hash':
      return inline(failureWords.etagNoHash);
    case 'storage-unreachable':
      return inline(failureWords.storageUnreachable);
    case 'url-refused':
      return inline(failureWords.urlRefused(failure.partNumber));
    case 'storage-refused':
      return inline(
        failure.status === DISK_FULL_STATUS
          ? failureWords.storageFull(failure.partNumber)
          : failureWords.storageRefused(failure.partNumber, failure.status),
      );
    case 'stalled':
      return inline(failureWords.stalled(failure.partNumber));
    case 'completion-unknown':
      return inline(failureWords.completionUnknown(failure.fileName));
    case 'file-gone':
      return inline(failureWords.fileGone(failure.fileName));
    case 'file-changed':
      return inline(failureWords.fileChanged(failure.fileName));
    case 'file-too-large':
      return toast(failureWords.fileTooLarge(failure.fileName));
    case 'archive-failed':
      return toast(failureWords.archiveFailed(failure.title));
    case 'archive-gone':
      return toast(failureWords.archiveGone(failure.title));
    default:
      return assertNever(failure);
  }
}

/**
 * What a form says whose changes are not saved. Saving once more never does harm.
 *
 * @param wasSent whether the changes were sent at all: only then may they be saved where no answer came
 */
export function notSavedWords(failure: Failure, wasSent: boolean): string {
  if (wasSent && failure.kind === 'unreachable') return failureWords.maybeSaved;
  return failureWords.notSaved(failureNotice(failure).text);
}

/** What is said of an upload queue that has stopped by itself. */
export function storagePauseWords(fault: Failure): string {
  return failureWords.storagePause(fault.kind === 'refused' ? fault.message : failureNotice(fault).text);
}

function toast(text: string): FailureNotice {
  return { text, channel: 'toast' };
}

function inline(text: string): FailureNotice {
  return { text, channel: 'inline' };
}

function requestFailed(message: string): FailureNotice {
  return toast(failureWords.requestFailed(message));
}
