import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { DISK_FULL_STATUS } from '../constants';
import { nameInText } from '../names/shownName';
import { UPLOAD_MAX_BYTES } from '../uploads/uploadPlan';
import { ERROR_CATALOGUE, type FailureChannel } from './errorCatalogue';
import type { Failure, FailureKind, RequestFailure } from './failure';

export interface FailureNotice {
  readonly text: string;
  readonly channel: FailureChannel;
}

/**
 * Returns the text of a failure and where it appears. Failures of a queued file appear in its row; the toast is the
 * catalogue's "Error uploading file.".
 */
export function failureNotice(failure: Failure): FailureNotice {
  switch (failure.kind) {
    case 'checksum-mismatch':
      return inline(
        `Part ${formatCount(failure.partNumber)} was damaged during transfer (its checksum differs). Intact parts are kept.`,
      );
    case 'etag-hidden':
      return inline(
        'Parts can’t be verified: this page may not read their ETag. The CORS rules of the storage must expose `ETag`. Please contact support.',
      );
    case 'etag-no-hash':
      return inline(
        'Parts can’t be verified: the storage does not return content hashes (its ETag is not the MD5). Please contact support.',
      );
    case 'storage-unreachable':
      return inline('The storage could not be reached or does not allow this page (CORS). Uploaded parts are kept.');
    case 'url-refused':
      return inline(
        `The storage refused the URL of part ${formatCount(failure.partNumber)}: it has expired or was changed. Uploaded parts are kept.`,
      );
    case 'storage-refused':
      return inline(storageRefusedText(failure.partNumber, failure.status));
    case 'stalled':
      return inline(
        `Part ${formatCount(failure.partNumber)} made no progress. Check your connection. Uploaded parts are kept.`,
      );
    case 'completion-unknown':
      return inline(
        `The server did not confirm that ${nameInText(failure.fileName)} is complete. Check the file list; if the file is missing, retry uploads it again.`,
      );
    case 'name-taken':
      return inline('Another file of this name is on the server now. Leave this file out, or replace the other one.');
    case 'file-gone':
      return inline(
        `${nameInText(failure.fileName)} can no longer be read from the disk. Uploaded parts are kept. Restore the file or choose it again.`,
      );
    case 'file-changed':
      return inline(`${nameInText(failure.fileName)} has changed since it was chosen. Choose it again.`);
    case 'file-too-large':
      return toast(
        `${nameInText(failure.fileName)} is too large and was left out. The limit is ${formatBytes(UPLOAD_MAX_BYTES)} per file.`,
      );
    case 'checksum-differs':
      return inline(
        `Not uploaded: ${nameInText(failure.from)} says ${failure.value}, the file on this disk has ${failure.found}.`,
      );
    case 'source-unreachable':
      return inline(
        `The storage with ${nameInText(failure.fileName)} could not be reached or does not allow this page (CORS). Saved files are kept.`,
      );
    case 'source-refused':
      return inline(
        `The storage refused to send ${nameInText(failure.fileName)} (status ${String(failure.status)}). Saved files are kept.`,
      );
    case 'source-stalled':
      return inline(`${nameInText(failure.fileName)} made no progress. Check your connection. Saved files are kept.`);
    case 'source-gone':
      return inline(`${nameInText(failure.fileName)} is no longer on the server.`);
    case 'content-differs':
      return inline(
        `${nameInText(failure.fileName)} was not saved: its content does not match the checksum on the server. It was damaged or has changed.`,
      );
    case 'local-differs':
      return inline(
        `${nameInText(failure.fileName)} was not saved: the folder has a file of this name with other content. Rename or delete it, then retry.`,
      );
    case 'file-unwritable':
      return inline(
        `${nameInText(failure.fileName)} could not be written. It may be open in another program, or its name is not allowed.`,
      );
    case 'folder-full':
      return inline('The disk is full. Saved files are kept. Free some space, then resume.');
    case 'folder-gone':
      return inline('The folder was moved or deleted, or its drive is not connected. Put it back, then resume.');
    case 'folder-forbidden':
      return inline('The browser needs your permission to write into the folder. Press resume to allow it.');
    case 'crashed':
      return inline('An error in this app has stopped it twice. Try again, or contact support.');
    case 'archive-failed':
      return toast(`The archive of ${nameInText(failure.title)} could not be created. Start the download again.`);
    case 'archive-gone':
      return toast(`The archive of ${nameInText(failure.title)} is no longer available. Start the download again.`);
    default:
      return requestFailureNotice(failure);
  }
}

/** Those of requests to the API. */
function requestFailureNotice(failure: RequestFailure): FailureNotice {
  const notice = rejectionNotice(failure);
  const outcome = outcomeOf(failure);
  return outcome === undefined ? notice : { ...notice, text: `${asSentence(notice.text)} ${OUTCOME_TEXTS[outcome]}` };
}

const OUTCOME_TEXTS = {
  'not-made': 'Nothing was changed.',
  unknown: 'It is not known whether the change was made.',
};

function outcomeOf(failure: RequestFailure) {
  // The server has responded to a change, but not how.
  if (failure.kind === 'bad-answer' && !failure.endpoint.startsWith('GET ')) return 'unknown';
  return 'outcome' in failure ? failure.outcome : undefined;
}

function rejectionNotice(failure: RequestFailure): FailureNotice {
  switch (failure.kind) {
    case 'unauthorized':
      return requestFailed('Unauthorized access');
    case 'forbidden':
      return ERROR_CATALOGUE.forbidden;
    case 'changed':
      return inline('Someone else has changed it meanwhile. Nothing was saved.');
    case 'not-found':
      return { ...ERROR_CATALOGUE.notFound, ...(failure.message !== undefined && { text: failure.message }) };
    case 'refused':
      return requestFailed(failure.message);
    case 'unreachable':
      return requestFailed('The server could not be reached. Check your connection and try again.');
    case 'not-sendable':
      return requestFailed(
        'A name or your user account contains characters that can’t be sent. Change the name or sign in again.',
      );
    case 'bad-answer':
      return requestFailed(`The response of "${failure.endpoint}" lacks "${failure.field}". Please contact support.`);
    case 'aborted':
      return { ...ERROR_CATALOGUE.uploadAborted, channel: 'silent' };
  }
}

function storageRefusedText(partNumber: number, status: number): string {
  return status === DISK_FULL_STATUS
    ? `The storage has no space left for part ${formatCount(partNumber)}. Uploaded parts are kept. Contact support, then retry.`
    : `The storage refused part ${formatCount(partNumber)} (status ${String(status)}). Uploaded parts are kept.`;
}

/** The toast for code that could not be loaded on demand. */
export const CODE_NOT_LOADED_TEXT = 'This part of the page could not be loaded. Check your connection and try again.';

/**
 * Returns the notice in a form whose changes were not saved.
 *
 * @param isOnServer true if the server has the same values as the form now
 */
export function notSavedText(failure: RequestFailure, isOnServer: boolean): string {
  if (outcomeOf(failure) === 'unknown') {
    if (isOnServer) return 'The changes are saved.';
    return 'The server did not respond: the changes may or may not be saved. Your input is still here. Check your connection, then save again.';
  }
  return `The changes were not saved. ${asSentence(rejectionNotice(failure).text)} Your input is still here.`;
}

/** Failures of the API, which may concern every file. */
const SERVER_FAULTS: ReadonlySet<FailureKind> = new Set(['unauthorized', 'forbidden', 'not-found', 'bad-answer']);

/** Returns the notice of an upload queue that was paused because of the storage or the server. */
export function uploadPauseText(failure: Failure): string {
  const reason = failure.kind === 'refused' ? failure.message : failureNotice(failure).text;
  const isOfServer = failure.kind === 'refused' ? failure.status !== DISK_FULL_STATUS : SERVER_FAULTS.has(failure.kind);
  return `The upload is paused: the ${isOfServer ? 'server' : 'storage'} does not accept files. ${asSentence(reason)} Press Resume to try again.`;
}

/** Returns the notice of a download into a folder that was paused because of a fault. */
export function fetchPauseText(title: string, fault: Failure): string {
  return `The download of ${nameInText(title)} is paused. ${failureNotice(fault).text}`;
}

/** Returns the notice beside a field whose list of options is not available. */
export function noListText(problem: 'missing' | 'malformed' | 'unavailable', name: string): string {
  const reason = {
    missing: 'is missing',
    malformed: 'can’t be read',
    unavailable: 'could not be loaded',
  }[problem];
  return `The server’s list of ${name} ${reason}. Continue without it, or open this form again later.`;
}

function requestFailed(message: string): FailureNotice {
  return { text: `${ERROR_CATALOGUE.otherError.text} ${message}`, channel: 'toast' };
}

function toast(text: string): FailureNotice {
  return { text, channel: 'toast' };
}

function inline(text: string): FailureNotice {
  return { text, channel: 'inline' };
}

function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
