import { omit } from '@data-manager/lib/omit';
import { pick } from '@data-manager/lib/pick';
import * as v from 'valibot';
import type { ExpectedSum } from '../checksums/expectedSum';
import type { Failure } from '../failures/failure';
import { belongsTo, type SessionOwner } from '../session/session';
import { Count, Md5, Text } from '../storedValues';
import { isCompletionUncertain } from './uploadFailures';
import { placeOfKey, sharedPlace, uploadKey, uploadName, type UploadedPlace } from './uploadKey';

/** A part that the storage has received, verified by its MD5. */
export const UploadedPart = v.object({
  partNumber: v.pipe(Count, v.minValue(1)),
  /** As received, without quotes. */
  etag: Text,
  /** MD5 of the bytes sent, lower-case hex. */
  md5: Md5,
  /** A few of the bytes sent, by which a later change of the file is noticed. Absent for small files. */
  sample: v.exactOptional(
    v.object({
      /** The second place in the file; the first one is the beginning of the part. */
      at: Count,
      /** MD5 of the bytes at both places, lower-case hex. */
      md5: Md5,
    }),
  ),
});

export type UploadedPart = Readonly<v.InferOutput<typeof UploadedPart>>;

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
  /** Bytes of each part but the last, once its upload has started; 64 MiB by default. */
  readonly partSize?: number;
  /** Set if it replaces a file on the server: files that are replaced together have the same act. */
  readonly act?: string;
  /** The name of the followed folder that it comes from. */
  readonly followedFolder?: string;
  /** What checksum files beside it say about it: a file that differs is not uploaded. */
  readonly sums?: readonly ExpectedSum[];
  /** On the first of the files that were chosen together: the others, which were left out. */
  readonly leftOut?: LeftOut;
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

/** Which file on the server an upload may replace, and with which others: any, if nothing is said. */
export type ReplaceCondition = Pick<UploadFile, 'onlyIfAbsent' | 'replaces' | 'act'>;

/** A file as the user chose it. Its `File` is already in the file registry under `id`. */
export type ChosenFile = ReplaceCondition &
  Pick<UploadFile, 'id' | 'name' | 'newName' | 'size' | 'lastModified' | 'webkitRelativePath' | 'sums' | 'leftOut'>;

/** Numbers of files that were left out of an upload. */
export interface LeftOut {
  readonly files: number;
  readonly damaged: number;
}

/** Returns which file on the server an upload may replace. */
export function replaceCondition(file: ReplaceCondition): ReplaceCondition {
  return pick(file, 'onlyIfAbsent', 'replaces', 'act');
}

/**
 * Returns which file an upload may replace: only the one that its user saw.
 *
 * @param seen undefined if no file with the key was on the server
 */
export function replaceConditionFor(seen: { readonly etag?: string | undefined } | undefined): ReplaceCondition {
  if (seen === undefined) return { onlyIfAbsent: true };
  return seen.etag === undefined ? {} : { replaces: seen.etag };
}

/** Returns the upload of a file to `{sponsor}/{keyPrefix}/…`, of which nothing is sent yet. */
export function newUpload(
  file: ChosenFile,
  keyPrefix: string,
  { sponsorId, userId }: Pick<SessionOwner, 'sponsorId' | 'userId'>,
): UploadFile {
  const newName = uploadName(file, keyPrefix);
  return {
    ...pick(file, 'id', 'name', 'size', 'lastModified', 'webkitRelativePath', 'sums', 'leftOut'),
    ...(newName === file.name ? {} : { newName }),
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

/** What a phase means: whether the file is being sent, and whether it is still to be sent or being sent. */
const TRAITS = {
  waiting: { isActive: false, isPending: true },
  starting: { isActive: true, isPending: true },
  uploading: { isActive: true, isPending: true },
  completing: { isActive: true, isPending: true },
  failed: { isActive: false, isPending: false },
} as const satisfies Readonly<Record<UploadPhase, object>>;

/** Returns true from the start call until the file completes or fails. */
export function isUploadActive({ progress }: UploadFile): boolean {
  return TRAITS[progress.phase].isActive;
}

/** Returns true until the file completes or fails. */
export function isUploadPending({ progress }: UploadFile): boolean {
  return TRAITS[progress.phase].isPending;
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
  /** The keys of files that have replaced others, by act. */
  readonly replaced?: Readonly<Record<string, readonly string[]>>;
}

/** Adds a completed file. */
export function addDone(done: UploadsDone, { sponsorId, userId, key, size, act }: UploadFile): UploadsDone {
  const place = placeOfKey(key);
  const { replaced } = done;
  return {
    ...(replaced !== undefined && { replaced }),
    ...(act !== undefined && { replaced: { ...replaced, [act]: [...(replaced?.[act] ?? []), key] } }),
    files: done.files + 1,
    bytes: done.bytes + size,
    owner: { sponsorId, userId },
    place: done.place === undefined ? place : sharedPlace(done.place, place),
  };
}
