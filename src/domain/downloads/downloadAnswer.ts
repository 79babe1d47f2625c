import type { Result } from '../../lib/result';
import { isWebLink } from '../../lib/webLink';
import type { Failure } from '../failures/failure';

/** An answer of `GET /download/progress/{ref}`. */
export interface DownloadAnswer {
  readonly status: 'PREPARING' | 'COMPLETED' | 'NO_SUCH_UPLOAD' | 'FAILED';
  /** `NOT_FOUND` when the server does not know the reference. */
  readonly code?: string;
  readonly url?: string;
}

/** What a poll means for the item. */
export type PollVerdict =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly url: string }
  /** The server's work ended, and there is no archive. */
  | { readonly kind: 'lost' }
  /** No word of the archive itself: ask again. */
  | { readonly kind: 'unanswered'; readonly failure: Failure };

const MEANINGS: Readonly<Record<DownloadAnswer['status'], 'goes-on' | 'ended' | 'failed'>> = {
  PREPARING: 'goes-on',
  COMPLETED: 'ended',
  // The server's word for a job that it has put away: its archive is still there if there is a link.
  NO_SUCH_UPLOAD: 'ended',
  FAILED: 'failed',
};

/** Reads a poll. Only a definite "there is none" loses the item; trouble on the way there never does. */
export function judgePoll(outcome: Result<DownloadAnswer, Failure>): PollVerdict {
  if (!outcome.ok) {
    const isGone = outcome.failure.kind === 'not-found';
    return isGone ? { kind: 'lost' } : { kind: 'unanswered', failure: outcome.failure };
  }
  const { status, code, url } = outcome.value;
  if (code === 'NOT_FOUND') return { kind: 'lost' };
  if (MEANINGS[status] === 'goes-on') return { kind: 'preparing' };
  return MEANINGS[status] === 'ended' && isWebLink(url) ? { kind: 'ready', url } : { kind: 'lost' };
}

/** True for a refused poll, which the person is told of: no answer and no session show by themselves. */
export function isToldOfPoll({ kind }: Failure): boolean {
  return kind !== 'unreachable' && kind !== 'unauthorized' && kind !== 'aborted';
}
