import { DISK_FULL_STATUS } from '../constants';
import { isRepeated, type Failure, type FailureKind } from '../failures/failure';

/** What a storage answers, or leaves unanswered, whatever file it is given. */
const STORAGE_FAULTS: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'storage-unreachable',
  'storage-refused',
  'url-refused',
  'stalled',
  'etag-hidden',
  'etag-no-hash',
]);

/** How the sending of a file ended that the storage did not take. */
export interface FailedSending {
  readonly id: string;
  readonly failure: Failure;
  /** Parts of the file that arrived before it failed, those of earlier tries left out. */
  readonly partsArrived: number;
}

/**
 * True where one file after another would fail: the storage was at fault with the file before, and of this one not a
 * single part arrived. A file that is tried again says nothing new about the others.
 * @param before the file that ended before this one, if it failed
 */
export function refusesEverything(now: FailedSending, before: FailedSending | undefined): boolean {
  if (before === undefined || before.id === now.id || now.partsArrived > 0) return false;
  return isStorageFault(before.failure) && isStorageFault(now.failure);
}

/** Whose fault a part without an answer is: a part that the storage alone left unanswered, or the network's. */
export function classifyFailure(silent: Failure, api: 'offline' | 'reachable' | 'unreachable'): Failure {
  return api === 'reachable' ? silent : { kind: 'unreachable' };
}

/** True for a PUT that got no answer: the storage or the network may be at fault. */
export function isUnanswered(failure: Failure): boolean {
  return failure.kind === 'storage-unreachable' || failure.kind === 'stalled';
}

/** A full disk is the storage's fault, too, where the API tells of it. */
function isStorageFault(failure: Failure): boolean {
  const isFull = failure.kind === 'refused' && failure.status === DISK_FULL_STATUS;
  return isFull || STORAGE_FAULTS.has(failure.kind);
}

/**
 * What a part's failed try says in the light of an earlier one. Damage on the way would differ from try to try: the
 * same wrong ETag for the same bytes means that the storage makes its ETags in another way, and a third try is in vain.
 */
export function detectNonMd5Etag(failure: Failure, before: Failure | undefined): Failure {
  if (failure.kind !== 'checksum-mismatch' || before?.kind !== 'checksum-mismatch') return failure;
  return failure.etag === before.etag && failure.md5 === before.md5 ? { kind: 'etag-no-hash' } : failure;
}

/**
 * Whether the server may have completed the upload although its answer says nothing of that.
 * @param failure how the call to complete it ended
 * @param before the same before this call
 */
export function isCompletionUncertain(failure: Failure, before: boolean): boolean {
  switch (failure.kind) {
    case 'unreachable':
    case 'bad-answer':
    case 'aborted':
      return true;
    case 'refused':
      // The server had no time for the call, or did not wait for it.
      if (failure.status === 408 || failure.status === 429) return before || isRepeated(failure);
      // Any other refusal of ours names what is wrong with an upload that is still open.
      return failure.status >= 500;
    case 'completion-unknown':
      // The person was told; from here on it is theirs to have the file sent again.
      return false;
    default:
      return before || isRepeated(failure);
  }
}

/**
 * What a failed call to complete means. A server that no longer knows the upload has lost it, and the file is sent
 * anew; unless it may have completed it before: then it has let go of it for that reason.
 */
export function interpretCompletion(failure: Failure, mayBe: boolean, fileName: string): Failure {
  if (!isUploadLost(failure)) return failure;
  return mayBe || isRepeated(failure) ? { kind: 'completion-unknown', fileName } : failure;
}

/** The server does not know the upload: its parts are gone. */
export function isUploadLost(failure: Failure): failure is Extract<Failure, { kind: 'not-found' }> {
  return failure.kind === 'not-found' && failure.code === 'NO_SUCH_UPLOAD';
}
