import type { Result } from '../../lib/result';
import { isWebLink } from '../../lib/webLink';
import type { Failure } from '../failures/failure';

/** The part of a response to `GET /download/progress/{ref}` that decides how the download goes on. */
export interface PollResponse {
  readonly status: 'PREPARING' | 'COMPLETED' | 'NO_SUCH_UPLOAD' | 'FAILED';
  /** `NOT_FOUND` if the server does not know the download. */
  readonly code?: string;
  readonly url?: string;
}

/** What a poll says about the archive. */
export type PollResult =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly url: string }
  /** The server has no archive and is not building one. */
  | { readonly kind: 'lost' }
  /** The poll itself failed, which says nothing about the archive. */
  | { readonly kind: 'poll-failed'; readonly failure: Failure };

/** Interprets the response to a poll. Only a definite "not found" or "failed" loses the download. */
export function interpretPoll(response: Result<PollResponse, Failure>): PollResult {
  if (!response.ok) {
    const isGone = response.failure.kind === 'not-found';
    return isGone ? { kind: 'lost' } : { kind: 'poll-failed', failure: response.failure };
  }
  const { status, code, url } = response.value;
  if (code === 'NOT_FOUND' || status === 'FAILED') return { kind: 'lost' };
  if (status === 'PREPARING') return { kind: 'preparing' };
  // NO_SUCH_UPLOAD means that the job was cleaned up; the archive is available as long as a URL comes with it.
  return isWebLink(url) ? { kind: 'ready', url } : { kind: 'lost' };
}

/** Returns true if the server refused a poll. A lost connection and a lost session are shown elsewhere. */
export function isPollRefused({ kind }: Failure): boolean {
  return kind !== 'unreachable' && kind !== 'unauthorized' && kind !== 'aborted';
}
