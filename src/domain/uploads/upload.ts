import type { Failure } from '../failures/failure';

/** A part that the storage holds, proven by its MD5. */
export interface UploadedPart {
  readonly partNumber: number;
  /** As received, without quotes. */
  readonly etag: string;
  /** MD5 of the bytes sent, lower-case hex. */
  readonly md5: string;
}

/** What the server holds of a file that was begun. */
export interface UploadSession {
  readonly uploadId: string;
  readonly parts: readonly UploadedPart[];
  /** The server was asked to complete it, and its answer left open whether it has. */
  readonly completionUncertain?: true;
}

/** Where a file stands. Data stands only in the phase that has it; the parts outlive a failure so that a retry goes on. */
export type UploadProgress =
  /** `session`: begun before, goes on where it stopped. */
  | { readonly phase: 'waiting'; readonly session?: UploadSession }
  | { readonly phase: 'starting' }
  | { readonly phase: 'uploading'; readonly session: UploadSession }
  | { readonly phase: 'completing'; readonly session: UploadSession }
  | { readonly phase: 'failed'; readonly failure: Failure; readonly session?: UploadSession };

/** What a file's progress is told apart by. */
export type UploadPhase = UploadProgress['phase'];

/** A file in the queue. The `File` itself lives in the file registry (`platform/`) under `id`. */
export interface UploadFile {
  readonly id: string;
  readonly name: string;
  /** The path below the key prefix under which it is stored, where that is not `name`. */
  readonly newName?: string;
  /** Bytes, taken when the file was chosen. */
  readonly size: number;
  /** Milliseconds since 1970, taken when the file was chosen. */
  readonly lastModified: number;
  /** Empty for a file that was not chosen inside a folder. */
  readonly webkitRelativePath: string;
  /** `{sponsor_id}/{keyPrefix}/{newName or name}`, made when it was queued. */
  readonly key: string;
  /** Who queued it: shown and driven only for them. */
  readonly sponsorId: string;
  readonly userId: string;
  /** When the server first began it, milliseconds since 1970. */
  readonly startedAt?: number;
  /** Tries of its parts that failed and were followed by another. */
  readonly retries: number;
  readonly progress: UploadProgress;
}

/** True if a file on the disk is still the one that was chosen, as far as its size and time tell. */
export function isUnchanged(
  chosen: Pick<UploadFile, 'size' | 'lastModified'>,
  found: Pick<UploadFile, 'size' | 'lastModified'>,
): boolean {
  return found.size === chosen.size && found.lastModified === chosen.lastModified;
}

/** What the server holds of a file, whatever phase it is in. */
export function sessionOf(file: UploadFile): UploadSession | undefined {
  return file.progress.phase === 'starting' ? undefined : file.progress.session;
}

/** True from the first call to the last: the file is being worked on. */
export function isUploadActive(file: UploadFile): boolean {
  return file.progress.phase !== 'waiting' && file.progress.phase !== 'failed';
}
