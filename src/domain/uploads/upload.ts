import { omit } from '@data-manager/lib/omit';
import type { Failure } from '../failures/failure';
import { belongsTo, type SessionOwner } from '../session/session';
import { isCompletionUncertain } from './uploadFailures';
import { placeOfKey, sharedPlace, uploadKey, uploadName, type UploadedPlace } from './uploadKey';

/** A part that the storage has received, verified by its MD5. */
export interface UploadedPart {
  readonly partNumber: number;
  /** As received, without quotes. */
  readonly etag: string;
  /** MD5 of the bytes sent, lower-case hex. */
  readonly md5: string;
  /** Absent for small files, and for parts that an earlier version of the app has sent. */
  readonly sample?: PartSample;
}

/** A few of the bytes sent, by which a later change of the file is noticed. */
interface PartSample {
  /** The second place in the file; the first one is the beginning of the part. */
  readonly at: number;
  /** MD5 of the bytes at both places, lower-case hex. */
  readonly md5: string;
}

/** A multipart upload that the server has started for a file. */
export interface UploadSession {
  readonly uploadId: string;
  /** The verified parts, in the order in which they were uploaded. */
  readonly parts: readonly UploadedPart[];
  /** The server was asked to complete the upload, and its response does not show whether it did. */
  readonly completionUncertain?: true;
}

/** The bytes sent so far of each part in flight, by part number. */
export type BytesInFlight = Readonly<Record<number, number>>;

/** The progress of one file. A failed or waiting file keeps its session, so that it resumes with the uploaded parts. */
export type UploadProgress =
  | { readonly phase: 'waiting'; readonly session?: UploadSession }
  | { readonly phase: 'starting' }
  | { readonly phase: 'uploading'; readonly session: UploadSession; readonly inFlight: BytesInFlight }
  | { readonly phase: 'completing'; readonly session: UploadSession }
  | { readonly phase: 'failed'; readonly failure: Failure; readonly session?: UploadSession };

export type UploadPhase = UploadProgress['phase'];

/** A file in the upload queue. Its `File` is in the file registry (`platform/`) under the same `id`. */
export interface UploadFile {
  readonly id: string;
  readonly name: string;
  /** Path below the key prefix under which the file is stored, if it differs from `name`. */
  readonly newName?: string;
  /** Bytes, read when the file was chosen. */
  readonly size: number;
  /** Milliseconds since 1970, read when the file was chosen. */
  readonly lastModified: number;
  /** Empty for a file that was not chosen as part of a folder. */
  readonly webkitRelativePath: string;
  /** `{sponsor_id}/{keyPrefix}/{newName or name}` */
  readonly key: string;
  /** The owner: the file is shown to and uploaded for this user only. */
  readonly sponsorId: string;
  readonly userId: string;
  /** The user has not been asked whether to replace a file that has this key. */
  readonly onlyIfAbsent?: true;
  /** The ETag of the file that the user has decided to replace. */
  readonly replaces?: string;
  /** When the server first started an upload of the file, milliseconds since 1970. */
  readonly startedAt?: number;
  /** Retried attempts of its parts. */
  readonly retries: number;
  /** Most bytes that were sent at a time, while some of them have to be sent again. Shown progress never decreases, even after a reload. */
  readonly reached?: number;
  readonly progress: UploadProgress;
}

/** A file that is in one of some phases. */
export type UploadIn<Phase extends UploadPhase> = UploadFile & {
  readonly progress: Extract<UploadProgress, { readonly phase: Phase }>;
};

/** Which file on the server an upload may replace: any, if nothing is said. */
export type ReplaceCondition = Pick<UploadFile, 'onlyIfAbsent' | 'replaces'>;

/** A file as the user chose it. Its `File` is already in the file registry under `id`. */
export type ChosenFile = ReplaceCondition &
  Pick<UploadFile, 'id' | 'name' | 'newName' | 'size' | 'lastModified' | 'webkitRelativePath'>;

/** Returns which file on the server an upload may replace. */
export function replaceCondition({ onlyIfAbsent, replaces }: ReplaceCondition): ReplaceCondition {
  return { ...(onlyIfAbsent && { onlyIfAbsent }), ...(replaces !== undefined && { replaces }) };
}

/**
 * Returns which file an upload may replace: only the one that its user saw.
 *
 * @param seen undefined if no file with the key was on the server
 */
export function replaceOnly(seen: { readonly etag?: string | undefined } | undefined): ReplaceCondition {
  if (seen === undefined) return { onlyIfAbsent: true };
  return seen.etag === undefined ? {} : { replaces: seen.etag };
}

/** Returns the upload of a file to `{sponsor}/{keyPrefix}/…`, of which nothing is sent yet. */
export function newUpload(
  file: ChosenFile,
  keyPrefix: string,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): UploadFile {
  const { id, name, size, lastModified, webkitRelativePath } = file;
  const newName = uploadName(file, keyPrefix);
  return {
    id,
    name,
    ...(newName === name ? {} : { newName }),
    size,
    lastModified,
    webkitRelativePath,
    key: uploadKey(sponsorId, keyPrefix, newName),
    sponsorId,
    userId,
    ...replaceCondition(file),
    retries: 0,
    progress: { phase: 'waiting' },
  };
}

/** Returns true if size and modification time of a file are still those of the chosen file. */
export function isUnchanged(
  chosen: Pick<UploadFile, 'size' | 'lastModified'>,
  found: Pick<UploadFile, 'size' | 'lastModified'>,
): boolean {
  return found.size === chosen.size && found.lastModified === chosen.lastModified;
}

/** Returns the file's upload session; undefined until the server has started one. */
export function sessionOf({ progress }: UploadFile): UploadSession | undefined {
  return progress.phase === 'starting' ? undefined : progress.session;
}

/** Returns true for a file that failed because the server has a file of its name. */
export function isTaken({ progress }: UploadFile): boolean {
  return progress.phase === 'failed' && progress.failure.kind === 'name-taken';
}

/** Returns true from the start call until the file completes or fails. */
export function isUploadActive({ progress }: UploadFile): boolean {
  switch (progress.phase) {
    case 'starting':
    case 'uploading':
    case 'completing':
      return true;
    case 'waiting':
    case 'failed':
      return false;
  }
}

/** Returns true until the file completes or fails. */
export function isUploadPending({ progress }: UploadFile): boolean {
  switch (progress.phase) {
    case 'waiting':
    case 'starting':
    case 'uploading':
    case 'completing':
      return true;
    case 'failed':
      return false;
  }
}

/** Returns the owner's first waiting file. Failed files are skipped until they are retried. */
export function nextUpload(
  files: Iterable<UploadFile>,
  owner: Pick<SessionOwner, 'sponsorId' | 'userId'> | undefined,
): UploadFile | undefined {
  for (const file of files) if (file.progress.phase === 'waiting' && belongsTo(file, owner)) return file;
  return undefined;
}

/** Returns a file that waits again and keeps its session. */
export function waitingAgain(file: UploadFile): UploadFile {
  const session = sessionOf(file);
  return { ...file, progress: { phase: 'waiting', ...(session && { session }) } };
}

/**
 * Returns a failed file. A failure that settles an uncertain completion lets a retry send the file again.
 */
export function failedWith(file: UploadFile, failure: Failure): UploadFile {
  const session = sessionOf(file);
  if (session === undefined) return { ...file, progress: { phase: 'failed', failure } };
  const isSettled = session.completionUncertain === true && !isCompletionUncertain(failure, true);
  const kept = isSettled ? omit(session, 'completionUncertain') : session;
  return { ...file, progress: { phase: 'failed', failure, session: kept } };
}

/** Adds a verified part, unless it is already known. */
export function withPart(file: UploadIn<'uploading'>, part: UploadedPart): UploadFile {
  const { session, inFlight } = file.progress;
  if (session.parts.some(({ partNumber }) => partNumber === part.partNumber)) return file;
  return {
    ...file,
    progress: {
      phase: 'uploading',
      session: { ...session, parts: [...session.parts, part] },
      inFlight: omit(inFlight, part.partNumber),
    },
  };
}

/**
 * The files that were completed since the queue was last empty. Kept until dismissed or until the next queue starts.
 */
export interface UploadsDone {
  readonly files: number;
  readonly bytes: number;
  readonly owner?: Pick<UploadFile, 'sponsorId' | 'userId'>;
  /** The folder that all completed files share. */
  readonly place?: UploadedPlace;
}

/** Adds a completed file. */
export function addDone(done: UploadsDone, { sponsorId, userId, key, size }: UploadFile): UploadsDone {
  const place = placeOfKey(key);
  return {
    files: done.files + 1,
    bytes: done.bytes + size,
    owner: { sponsorId, userId },
    place: done.place === undefined ? place : sharedPlace(done.place, place),
  };
}
