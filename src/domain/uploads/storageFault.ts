import { DISK_FULL_STATUS } from '../constants';
import type { Failure, FailureKind } from '../failures/failure';

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
export function blameSilence(silent: Failure, api: 'offline' | 'reachable' | 'unreachable'): Failure {
  return api === 'reachable' ? silent : { kind: 'unreachable' };
}

/** True for a PUT that got no answer: the storage or the network may be at fault. */
export function isSilence(failure: Failure): boolean {
  return failure.kind === 'storage-unreachable' || failure.kind === 'stalled';
}

/** A full disk is the storage's fault, too, where the API tells of it. */
function isStorageFault(failure: Failure): boolean {
  const isFull = failure.kind === 'refused' && failure.status === DISK_FULL_STATUS;
  return isFull || STORAGE_FAULTS.has(failure.kind);
}
