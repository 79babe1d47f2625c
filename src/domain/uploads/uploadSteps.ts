import { omit } from '../../lib/omit';
import type { Failure } from '../failures/failure';
import { sessionOf, type UploadedPart, type UploadFile, type UploadProgress } from './upload';
import { isCompletionUncertain } from './uploadFailures';

/** Back among the waiting, with what the server has of it. */
export function asWaiting(file: UploadFile): UploadProgress {
  const session = sessionOf(file);
  return session === undefined ? { phase: 'waiting' } : { phase: 'waiting', session };
}

/** Failed, with what the server has of it. */
export function asFailed(file: UploadFile, failure: Failure): UploadProgress {
  const session = sessionOf(file);
  if (session === undefined) return { phase: 'failed', failure };
  const isOpen = session.completionUncertain === true && !isCompletionUncertain(failure, true);
  return { phase: 'failed', failure, session: isOpen ? omit(session, 'completionUncertain') : session };
}

/** One more part that the server has; undefined if it is known, or if there is no upload that it could belong to. */
export function withPart(file: UploadFile, part: UploadedPart): UploadProgress | undefined {
  const session = sessionOf(file);
  if (session === undefined || session.parts.some((known) => known.partNumber === part.partNumber)) return undefined;
  return { phase: 'uploading', session: { ...session, parts: [...session.parts, part] } };
}
