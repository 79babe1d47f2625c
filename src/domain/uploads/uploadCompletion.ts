import { isRepeated, type Failure } from '../failures/failure';

/**
 * Whether the server may have completed the upload although its answer says nothing of that.
 * @param failure how the call to complete it ended
 * @param before the same before this call
 */
export function mayBeComplete(failure: Failure, before: boolean): boolean {
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
export function judgeCompletion(failure: Failure, mayBe: boolean, fileName: string): Failure {
  if (!isUploadLost(failure)) return failure;
  return mayBe || isRepeated(failure) ? { kind: 'completion-unknown', fileName } : failure;
}

/** The server does not know the upload: its parts are gone. */
export function isUploadLost(failure: Failure): failure is Extract<Failure, { kind: 'not-found' }> {
  return failure.kind === 'not-found' && failure.code === 'NO_SUCH_UPLOAD';
}
