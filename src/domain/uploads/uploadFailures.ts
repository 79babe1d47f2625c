import { DISK_FULL_STATUS } from '../constants';
import { isRepeated, isTemporary, type Failure, type FailureKind } from '../failures/failure';

/** Failures of the storage that do not depend on the file. */
const STORAGE_FAULTS: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'storage-unreachable',
  'storage-refused',
  'url-refused',
  'stalled',
  'etag-hidden',
  'etag-no-hash',
]);

/** A file whose upload failed. */
export interface FailedUpload {
  readonly id: string;
  readonly failure: Failure;
  /** Parts uploaded in this attempt, excluding parts of earlier attempts. */
  readonly uploadedParts: number;
}

/**
 * Returns true if every file would fail: the storage failed the previous file and this one, and accepted no part of this
 * one, or the server failed both in the same way. A retry of the same file proves nothing about others.
 * @param previous the file before this one, if it failed
 */
export function refusesEverything(failed: FailedUpload, previous: FailedUpload | undefined): boolean {
  if (previous === undefined || previous.id === failed.id) return false;
  if (isSameServerFault(previous.failure, failed.failure)) return true;
  return failed.uploadedParts === 0 && isStorageFault(previous.failure) && isStorageFault(failed.failure);
}

/** Other 4xx statuses describe a single request, such as a name that the server does not accept. 429 describes all. */
function isSameServerFault(previous: Failure, failure: Failure): boolean {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'not-found':
    case 'bad-answer':
      return previous.kind === failure.kind;
    case 'refused':
      return previous.kind === 'refused' && previous.status === failure.status && isTemporary(failure);
    default:
      return false;
  }
}

function isStorageFault(failure: Failure): boolean {
  const isDiskFull = failure.kind === 'refused' && failure.status === DISK_FULL_STATUS;
  return isDiskFull || STORAGE_FAULTS.has(failure.kind);
}

/** Returns true for a PUT without a response: the storage or the network may be at fault. */
export function isUnanswered(failure: Failure): boolean {
  return failure.kind === 'storage-unreachable' || failure.kind === 'stalled';
}

/** Attributes an unanswered PUT to the storage if the API can be reached, otherwise to the network. */
export function classifyFailure(unanswered: Failure, api: 'offline' | 'reachable' | 'unreachable'): Failure {
  return api === 'reachable' ? unanswered : { kind: 'unreachable' };
}

/**
 * Detects a storage whose ETags are not MD5 hashes: it returns the same wrong ETag for the same bytes twice. Data
 * damaged in transit would differ from attempt to attempt.
 */
export function detectNonMd5Etag(failure: Failure, previous: Failure | undefined): Failure {
  if (failure.kind !== 'checksum-mismatch' || previous?.kind !== 'checksum-mismatch') return failure;
  return failure.etag === previous.etag && failure.md5 === previous.md5 ? { kind: 'etag-no-hash' } : failure;
}

/**
 * Returns true if the server may have completed the upload although its response does not say so.
 * @param failure the result of the complete call
 * @param wasUncertain the same before this call
 */
export function isCompletionUncertain(failure: Failure, wasUncertain: boolean): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'bad-answer':
    case 'aborted':
      return true;
    case 'refused':
      // The server was too busy to process the call, or timed out reading it.
      if (failure.status === 408 || failure.status === 429) return wasUncertain || isRepeated(failure);
      // Any other 4xx response describes an upload that is still open.
      return failure.status >= 500;
    case 'completion-unknown':
      // The user has been notified, and decides whether to upload the file again.
      return false;
    case 'name-taken':
      return false;
    default:
      return wasUncertain || isRepeated(failure);
  }
}

/** Interprets the failure of a call that must not replace a file. */
export function interpretTaken(failure: Failure): Failure {
  const isTaken = failure.kind === 'refused' && failure.code === 'EXISTS';
  return isTaken ? { kind: 'name-taken' } : failure;
}

/**
 * Interprets a failed complete call. An unknown upload is lost, unless the server may have completed it before:
 * completed uploads are unknown, too.
 */
export function interpretCompletion(failure: Failure, wasUncertain: boolean, fileName: string): Failure {
  if (!isUploadLost(failure)) return interpretTaken(failure);
  return wasUncertain || isRepeated(failure) ? { kind: 'completion-unknown', fileName } : failure;
}

/** Returns true if the upload is unknown to the server: its parts are gone. */
export function isUploadLost(failure: Failure): failure is Extract<Failure, { kind: 'not-found' }> {
  return failure.kind === 'not-found' && failure.code === 'NO_SUCH_UPLOAD';
}
