import type { Result } from '@data-manager/lib/result';
import { isWebLink } from '@data-manager/lib/webLink';
import type { Failure } from '../failures/failure';

/** The part of a response to `GET /download/progress/{ref}` that decides how the download continues. */
export interface PollResponse {
  readonly status: 'PREPARING' | 'COMPLETED' | 'NO_SUCH_UPLOAD' | 'FAILED';
  /** `NOT_FOUND` if the server has no such download. */
  readonly code?: string;
  readonly url?: string;
}

/** The result of a poll. */
export type PollResult =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly url: string }
  /** The server has no archive and is not building one. */
  | { readonly kind: 'lost' }
  /** The poll itself failed. The archive may still be available. */
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
  // NO_SUCH_UPLOAD means that the job was cleaned up; the archive is available if the response contains a URL.
  return isWebLink(url) ? { kind: 'ready', url } : { kind: 'lost' };
}

/** Returns true if the server refused a poll. A lost connection and a lost session are shown elsewhere. */
export function isPollRefused({ kind }: Failure): boolean {
  return kind !== 'unreachable' && kind !== 'unauthorized' && kind !== 'aborted';
}
