import { omit } from '../../lib/omit';
import type { Failure } from '../failures/failure';
import { heldOf, type UploadedPart, type UploadFile, type UploadProgress } from './upload';
import { mayBeComplete } from './uploadCompletion';

/** Back among the waiting, with what the server has of it. */
export function asWaiting(file: UploadFile): UploadProgress {
  const held = heldOf(file);
  return held === undefined ? { phase: 'waiting' } : { phase: 'waiting', held };
}

/** Failed, with what the server has of it. */
export function asFailed(file: UploadFile, failure: Failure): UploadProgress {
  const held = heldOf(file);
  if (held === undefined) return { phase: 'failed', failure };
  const isOpen = held.mayBeComplete === true && !mayBeComplete(failure, true);
  return { phase: 'failed', failure, held: isOpen ? omit(held, 'mayBeComplete') : held };
}

/** One more part that the server has; undefined if it is known, or if there is no upload that it could belong to. */
export function withPart(file: UploadFile, part: UploadedPart): UploadProgress | undefined {
  const held = heldOf(file);
  if (held === undefined || held.parts.some((known) => known.partNumber === part.partNumber)) return undefined;
  return { phase: 'uploading', held: { ...held, parts: [...held.parts, part] } };
}
