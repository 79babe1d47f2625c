import type { Failure } from './failure';

/** A part that the storage holds, proven by its MD5. */
export interface UploadedPart {
  readonly partNumber: number;
  /** As received, without quotes. */
  readonly etag: string;
  /** MD5 of the bytes sent, lower-case hex. */
  readonly md5: string;
}

/** Where a file stands. Data stands only in the phase that has it; the parts outlive a failure so that a retry goes on. */
export type UploadProgress =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'starting' }
  | { readonly phase: 'uploading'; readonly uploadId: string; readonly parts: readonly UploadedPart[] }
  | { readonly phase: 'completing'; readonly uploadId: string; readonly parts: readonly UploadedPart[] }
  | {
      readonly phase: 'failed';
      readonly failure: Failure;
      readonly uploadId?: string;
      readonly parts: readonly UploadedPart[];
    };

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
  readonly progress: UploadProgress;
}
