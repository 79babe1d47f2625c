import { lastSegment } from '@data-manager/lib/lastSegment';
import type { SessionOwner } from '../session/session';
import { sessionOf, type UploadFile } from './upload';

/** An upload that the server waits for the parts of. */
export interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  /** Milliseconds since 1970, like the other time. */
  readonly activeAt: number;
  /** The user has started it, on any computer. */
  readonly isOwn?: boolean;
  /** Bytes that the storage has. */
  readonly received?: number;
  /** Bytes of the file, if its client has said so. */
  readonly size?: number;
  readonly partSize?: number;
  readonly modified?: number;
}

/** Longer than a part should take. */
const IDLE_MS = 180_000;
/** The server gives up uploads that were idle for a week, and those are still to be sent. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Returns true if an upload of the user was begun on another computer, and nothing is known against continuing it here.
 *
 * @param known the keys of files that this computer has recorded
 * @param place in which also uploads are continued that were active just now
 */
export function isOpenElsewhere(
  { key, activeAt, isOwn, size, received = 0 }: OpenUpload,
  {
    known,
    place,
    now,
  }: { readonly known: ReadonlySet<string>; readonly place: string | undefined; readonly now: number },
): boolean {
  if (isOwn !== true || size === undefined || known.has(key)) return false;
  if (place !== undefined) return key.startsWith(`${place}/`);
  // A start whose response got lost leaves an upload without parts, and its file may be complete by another upload.
  return received > 0 && isAbandoned({ activeAt }, now);
}

/** Returns true if the computer that has begun the upload sends nothing any more. */
export function isAbandoned({ activeAt }: Pick<OpenUpload, 'activeAt'>, now: number): boolean {
  return now - activeAt > IDLE_MS;
}

/** Returns the file of an upload that was begun elsewhere. Its path on the disk is not known, nor what it may replace. */
export function fileOpenElsewhere(
  { key, uploadId, activeAt, size = 0, partSize, modified = 0 }: OpenUpload,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): UploadFile {
  return {
    id: encodeURIComponent(uploadId),
    name: lastSegment(key),
    key,
    size,
    sponsorId,
    userId,
    ...(partSize !== undefined && { partSize }),
    lastModified: modified,
    webkitRelativePath: '',
    onlyIfAbsent: true,
    // When it was begun is not known.
    startedAt: activeAt,
    retries: 0,
    progress: { phase: 'waiting', session: { uploadId, parts: [] } },
  };
}

/** Returns true if only its completion or its cancellation elsewhere can explain that the server does not know the upload. */
export function mayHaveEndedElsewhere(file: UploadFile, listed: ReadonlySet<string>, now: number): boolean {
  const session = sessionOf(file);
  return session !== undefined && !listed.has(session.uploadId) && now - (file.startedAt ?? 0) < KEPT_MS;
}
