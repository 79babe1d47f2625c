import { assertNever } from '../../lib/assertNever';
import type { ArchiveShortage } from '../downloads/download';
import { DISK_FULL_STATUS } from '../constants';
import { ERROR_CATALOGUE, type FailureChannel } from './errorCatalogue';
import type { Failure } from './failure';

/** What is said of a failure, and where. */
export interface FailureWords {
  readonly text: string;
  readonly channel: FailureChannel;
}

/** Shown while newer tokens are fetched after a 401. */
export const REFRESHING_WORDS = ERROR_CATALOGUE.unauthorized.text;
/** Shown when a download could not be started. */
export const DOWNLOAD_START_WORDS = ERROR_CATALOGUE.downloadNotStarted.text;
/** Shown when a file of the upload queue failed. */
export const UPLOAD_FAILED_WORDS = ERROR_CATALOGUE.uploadFailed.text;
/** Shown when a person cancelled the upload. */
export const UPLOAD_ABORTED_WORDS = ERROR_CATALOGUE.uploadAborted.text;

/** Shown when a part of the page that loads on demand did not come. */
export const PART_NOT_LOADED_WORDS = 'This part of the page could not be loaded. Check the network and try again.';
/** Shown in place of a part of the page that loads on demand and did not come. */
export const PART_MISSING_WORDS =
  'Its code could not be loaded: the network is gone, or a newer version of the app was installed. Try again; if that does not help, reload the page. While an upload runs, the browser asks before it reloads.';

/** The parts of the page that are kept apart, so that an error of one leaves the others as they are. */
export type PagePart = 'app' | 'screen' | 'header' | 'history' | 'interrupted' | 'transfers';

/** What is said in place of a part of the page that fell over. */
export const FALLEN_WORDS: Readonly<Record<PagePart, { readonly title: string; readonly meaning: string }>> = {
  app: {
    title: ERROR_CATALOGUE.routing.text,
    meaning: 'The page can’t be shown. Uploads and downloads that were begun go on as long as it stays open.',
  },
  screen: {
    title: ERROR_CATALOGUE.routing.text,
    meaning: 'This page can’t be shown. Uploads and downloads go on, and nothing on the server is affected.',
  },
  header: {
    title: 'The header can’t be shown.',
    meaning: 'The rest of the page goes on.',
  },
  history: {
    title: 'The transfer history can’t be shown.',
    meaning: 'The receipts are kept. Uploads and downloads go on.',
  },
  interrupted: {
    title: 'The interrupted upload can’t be shown.',
    meaning: 'What the server has of it is kept, and so is the record of it in this browser.',
  },
  transfers: {
    title: 'The transfers can’t be shown.',
    meaning: 'Uploads and downloads go on all the same.',
  },
};
/** Stands in a dialog over something that the server no longer has; a 404 has no toast. */
export const GONE_WORDS =
  'The server no longer has it: somebody else may have deleted it. Nothing was changed. Close this dialog.';
/** Shown when the browser does not put something on the clipboard. */
export const NOT_COPIED_WORDS = 'The browser refused to copy: select the text and copy it by hand.';
/** Shown when the browser does not let the page notify. */
export const NOT_NOTIFYING_WORDS =
  'The browser does not let this page show notifications: allow them in its settings for this site, then try again.';
/** Shown once when the browser does not take a receipt. */
export const RECEIPTS_NOT_KEPT_WORDS =
  'This browser does not keep receipts (its storage is full or forbidden): finished files will be missing in the Transfer history. The upload itself is not affected.';
/** Shown when the browser does not let go of the receipts. */
export const RECEIPTS_NOT_CLEARED_WORDS =
  'The receipts could not be cleared: the browser refused. They are all still there.';
/** Shown in place of the receipts when the browser does not give them. */
export const RECEIPTS_UNREADABLE_WORDS =
  'The browser does not give its stored data to this page (a private window, or a setting). The files on the server are not affected.';
/** Shown when the server no longer has the archive that a link led to. */
export const LINK_EXPIRED_WORDS =
  'The server no longer has this archive: its link has expired. Start the download again.';
/** Shown when the server is making an archive anew that it once had. */
export const LINK_NOT_READY_WORDS = 'The server is still preparing this archive. Try again in a while.';

/**
 * What is said of every kind of failure, and where. What befalls a file of the upload queue stands in its row; the toast
 * is the catalogue's "Error uploading file.".
 */
export function failureWords(failure: Failure): FailureWords {
  switch (failure.kind) {
    case 'unauthorized':
      return requestFailed('Unauthorized access');
    case 'forbidden':
      return ERROR_CATALOGUE.forbidden;
    case 'not-found':
      return { ...ERROR_CATALOGUE.notFound, ...(failure.message !== undefined && { text: failure.message }) };
    case 'refused':
      return requestFailed(failure.message);
    case 'unreachable':
      return requestFailed('The server could not be reached');
    case 'not-sendable':
      return requestFailed('A name or the session holds characters that can’t be sent. Rename it, or log in again');
    case 'bad-answer':
      return requestFailed(`The answer of "${failure.endpoint}" lacks "${failure.field}"`);
    case 'aborted':
      return { text: UPLOAD_ABORTED_WORDS, channel: 'silent' };
    case 'checksum-mismatch':
      return inline(`Part ${failure.partNumber} did not arrive as it was sent (its checksum differs).`);
    case 'etag-hidden':
      return inline(
        'No part can be checked: the page may not read its ETag. The CORS rules of the storage must expose `ETag`.',
      );
    case 'etag-no-hash':
      return inline('No part can be checked: the storage does not return content hashes (its ETag is not the MD5).');
    case 'storage-unreachable':
      return inline(
        'The storage could not be reached, or does not allow this page (CORS). What is already there is kept.',
      );
    case 'url-refused':
      return inline(
        `The storage refused the address of part ${failure.partNumber}: it has expired, or was altered. What has arrived is kept.`,
      );
    case 'storage-refused':
      if (failure.status === DISK_FULL_STATUS) {
        return inline(`The storage has no space left for part ${failure.partNumber}. What has arrived is kept.`);
      }
      return inline(`The storage refused part ${failure.partNumber} (status ${failure.status}).`);
    case 'stalled':
      return inline(`Part ${failure.partNumber} made no progress.`);
    case 'completion-unknown':
      return inline(
        `The server did not tell whether ${failure.fileName} is complete. Look for it in the list of files; retry sends it again.`,
      );
    case 'file-gone':
      return inline(`${failure.fileName} can no longer be read from the disk.`);
    case 'file-changed':
      return inline(`${failure.fileName} has changed on the disk since it was chosen.`);
    case 'file-too-large':
      return toast(`${failure.fileName} is too large: a file may have at most 625 GiB.`);
    case 'archive-failed':
      return toast(`The archive of ${failure.title} could not be made.`);
    case 'archive-gone':
      return toast(`The archive of ${failure.title} is no longer there. Nothing was saved; download it again.`);
    default:
      return assertNever(failure);
  }
}

/** Told at the start of items of the stored list that are damaged, or of a version that nobody knows. */
export function leftOutWords(dropped: number | 'all'): string {
  if (dropped === 'all') return 'The stored list of downloads could not be read; it begins anew.';
  return dropped === 1
    ? '1 stored download could not be read and was left out.'
    : `${dropped} stored downloads could not be read and were left out.`;
}

/** Told once while the browser's storage takes nothing. */
export const LIST_NOT_STORED_WORDS =
  'The list of downloads could not be stored (the storage of the browser is full or blocked). It goes on while this tab is open, and is lost with it.';

/** Told before an archive is saved that holds fewer files than were asked for. */
export function shortArchiveWords(title: string, { asked, packed }: ArchiveShortage): string {
  return `The archive of ${title} holds ${packed} of the ${asked} files that were asked for. Compare it with the list before you rely on it.`;
}

/** Stands beside a field whose list of choices the server did not give, or gave in a form that nobody can read. */
export function noListWords(what: string, problem: 'missing' | 'malformed' | 'unanswered'): string {
  const words = { missing: 'is missing', malformed: 'can’t be read', unanswered: 'could not be loaded' } as const;
  return `The server’s list of ${what} ${words[problem]}. Go on without it, or open this form again later.`;
}

/**
 * Stands in a form whose changes are not saved. Saving once more never does harm.
 *
 * @param wasSent whether the changes were sent at all: only then may they be saved where no answer came
 */
export function notSavedWords(failure: Failure, wasSent: boolean): string {
  if (wasSent && failure.kind === 'unreachable') {
    return 'No answer came from the server: the changes may be saved or not. What you typed is still here. Check the network, then save again.';
  }
  const { text } = failureWords(failure);
  return `The changes were not saved. ${text}${text.endsWith('.') ? '' : '.'} What you typed is still here.`;
}

/** What is said of an upload queue that has stopped by itself. */
export function storagePauseWords(fault: Failure): string {
  return `The upload is paused: the storage takes no file. ${failureWords(fault).text} Press resume to try again.`;
}

function toast(text: string): FailureWords {
  return { text, channel: 'toast' };
}

function inline(text: string): FailureWords {
  return { text, channel: 'inline' };
}

function requestFailed(message: string): FailureWords {
  return toast(`${ERROR_CATALOGUE.otherError.text} ${message}`);
}
