import type { Readable } from 'node:stream';
import type { NamedPart } from './multipartChecksum';

/** Most parts in one file; S3's limit. */
export const MAX_PARTS = 10_000;
/** Largest part in bytes; S3's limit. */
export const MAX_PART_BYTES = 5 * 1024 ** 3;
/** An upload that nothing was added to for this long is taken as given up. */
export const UPLOAD_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** How long a completed upload is remembered, for a client that lost the answer and asks again. */
export const COMPLETED_KEPT_MS = 24 * 60 * 60 * 1000;

/** The upload as a call names it; the key is of the caller's own sponsor. */
export interface UploadName {
  readonly uploadId: string;
  readonly key: string;
}

/** What an upload is completed with. */
export interface Completion {
  readonly parts: readonly NamedPart[];
  /** Of the whole, in the S3 multipart form. */
  readonly checksum: string;
  /** Runs the last step, which puts the object in its place; what it throws leaves the parts. */
  readonly place: (putInPlace: () => Promise<void>) => Promise<void>;
}

/**
 * Files on their way in, part by part. Nothing of an upload is seen in the store of objects before it is complete,
 * and everything that was answered outlasts a crash.
 */
export interface UploadStore {
  /**
   * Begins an upload and gives its id.
   *
   * @throws HttpFailure 409 `TOO_MANY_UPLOADS` where the sponsor has as many under way as it may.
   */
  start(key: string): Promise<string>;
  /**
   * @param upload without a key where a signed address, which was given out for that key only, proves the right
   * @throws HttpFailure 404 `NO_SUCH_UPLOAD` where no upload of this id and key is under way.
   */
  check(upload: { readonly uploadId: string; readonly key?: string }): Promise<void>;
  /**
   * Stores a part while it arrives, in place of an earlier one of the same number, and gives its MD5.
   * What ends early or grows over the limit leaves the earlier part as it was.
   *
   * @throws HttpFailure 404 `NO_SUCH_UPLOAD`, 413 for a part over the limit, 507 for a full disk.
   */
  putPart(uploadId: string, partNumber: number, body: Readable): Promise<string>;
  /**
   * Makes the object of the named parts. Asked again for the same upload it answers again.
   *
   * @throws HttpFailure 400 naming the part that is missing or differs, 404 `NO_SUCH_UPLOAD`.
   */
  complete(upload: UploadName, completion: Completion): Promise<void>;
  /** Drops an upload with its parts; one that isn't there is no error. */
  cancel(upload: UploadName): Promise<void>;
  /** Drops what was given up or is no longer needed. */
  sweep(): Promise<void>;
}
