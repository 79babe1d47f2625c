import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { asSentence, gatherWords } from '../../lib/gatherWords';
import { plural } from '../../lib/plural';
import { UPLOAD_MAX_BYTES } from '../uploads/uploadPlan';
import { ERROR_CATALOGUE } from './errorCatalogue';

/** What is said when something went wrong, beside the error catalogue; `failureNotice.ts` chooses by the failure. */
export const failureWords = gatherWords({
  /** After the catalogue's "Request failed with Error". */
  requestFailed: (message: string) => `${ERROR_CATALOGUE.otherError.text} ${message}`,
  unauthorized: 'Unauthorized access',
  unreachable: 'The server could not be reached. Check the network, then try again.',
  notSendable: 'A name, or your login, holds characters that can’t be sent. Change the name, or log in again.',
  badAnswer: (endpoint: string, field: string) =>
    `The answer of "${endpoint}" lacks "${field}". Please tell whoever runs the server.`,

  checksumMismatch: (part: number) =>
    `Part ${formatCount(part)} did not arrive as it was sent (its checksum differs). It does not count; what arrived intact is kept.`,
  etagHidden:
    'No part can be checked, so the file is not completed: the page may not read its ETag. The CORS rules of the storage must expose `ETag`: please tell whoever runs it.',
  etagNoHash:
    'No part can be checked, so the file is not completed: the storage does not return content hashes (its ETag is not the MD5). Please tell whoever runs it.',
  storageUnreachable:
    'The storage could not be reached, or does not allow this page (CORS). What is already there is kept.',
  urlRefused: (part: number) =>
    `The storage refused the address of part ${formatCount(part)}: it has expired, or was altered. What has arrived is kept.`,
  storageFull: (part: number) =>
    `The storage has no space left for part ${formatCount(part)}. What has arrived is kept: tell whoever runs it, and retry once there is room.`,
  storageRefused: (part: number, status: number) =>
    `The storage refused part ${formatCount(part)} (status ${String(status)}). What has arrived is kept.`,
  stalled: (part: number) => `Part ${formatCount(part)} made no progress. Check the network; what has arrived is kept.`,
  completionUnknown: (file: string) =>
    `The server did not say whether ${file} is complete. Look for it in the list of files; if it is missing, retry sends it again.`,
  fileGone: (file: string) =>
    `${file} can no longer be read from the disk. What has arrived is kept: put the file back where it was, or choose it again.`,
  fileChanged: (file: string) =>
    `${file} has changed on the disk since it was chosen. It is not sent, as it would be a mixture of both: choose it again.`,
  fileTooLarge: (file: string) =>
    `${file} is too large and was left out: a file may have at most ${formatBytes(UPLOAD_MAX_BYTES)}.`,
  archiveFailed: (title: string) =>
    `The archive of ${title} could not be made. Its files are still on the server: start the download again.`,
  archiveGone: (title: string) => `The archive of ${title} is no longer there. Nothing was saved; download it again.`,

  /** A part of the page that loads on demand did not come. */
  partNotLoaded: 'This part of the page could not be loaded. Check the network and try again.',
  /** The code that sends parts did not come: every part asks for it anew. */
  senderNotLoaded:
    'The part of the app that sends files could not be loaded. It is tried again by itself, and nothing is lost.',
  /** In place of that part. */
  partMissing:
    'Its code could not be loaded: you are offline, or a newer version of the app was installed. Try again, or reload the page.',

  /** In a dialog over something that the server no longer has; a 404 has no toast. */
  gone: 'The server no longer has it: somebody else may have deleted it. Nothing was changed. Close this dialog.',
  /** In a form whose changes the server did not take. Saving once more never does harm. */
  notSaved: (reason: string) => `The changes were not saved. ${asSentence(reason)} What you typed is still here.`,
  maybeSaved:
    'No answer came from the server: the changes may or may not be saved. What you typed is still here. Check the network, then save again.',
  /** Beside a field whose list of choices the server did not give, or gave in a form that nobody can read. */
  noList: {
    missing: (what: string) =>
      `The server’s list of ${what} is missing. Go on without it, or open this form again later.`,
    malformed: (what: string) =>
      `The server’s list of ${what} can’t be read. Go on without it, or open this form again later.`,
    unanswered: (what: string) =>
      `The server’s list of ${what} could not be loaded. Go on without it, or open this form again later.`,
  },

  notCopied: 'The browser refused to copy: select the text and copy it by hand.',
  notNotifying:
    'The browser does not let this page show notifications: allow them in its settings for this site, then try again.',

  /** Of an upload queue that has stopped by itself. */
  storagePause: (reason: string) =>
    `The upload is paused: the storage takes no file. ${asSentence(reason)} Press resume to try again.`,

  /** The browser does not take a receipt. */
  receiptsNotKept:
    'This browser does not keep receipts (its storage is full or forbidden): finished files will be missing in the Transfer history. The upload itself is not affected.',
  receiptsNotCleared: 'The receipts could not be cleared: the browser refused. They are all still there.',
  receiptsUnreadable:
    'The browser does not give its stored data to this page (a private window, or a setting). The files on the server are not affected.',

  /** The server no longer has the archive that a link led to. */
  linkExpired: 'The server no longer has this archive: its link has expired. Start the download again.',
  /** The server is making an archive anew that it once had. */
  linkNotReady: 'The server is still preparing this archive. Try again in a while.',
  /** An archive that is about to be saved holds fewer files than were asked for. */
  shortArchive: (title: string, packed: number, asked: number) =>
    `The archive of ${title} holds ${formatCount(packed)} of the ${formatCount(asked)} files that were asked for. Compare it with the list before you rely on it.`,
  /** The stored list of downloads is damaged, or of a version that nobody knows. */
  listLeftOut:
    'The stored list of downloads could not be read, so it starts empty. The files are still on the server: download again what you need.',
  leftOut: (downloads: number) =>
    plural(
      downloads,
      '1 stored download could not be read and was left out. Its files are still on the server: download it again.',
      `${formatCount(downloads)} stored downloads could not be read and were left out. Their files are still on the server: download them again.`,
    ),
  /** The browser's storage takes nothing. */
  listNotStored:
    'The list of downloads could not be stored (the storage of the browser is full or blocked). It goes on while this tab is open, and is lost when the tab closes.',
});
