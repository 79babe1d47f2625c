import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Most parts in one file; S3's limit. */
export const MAX_PARTS = 10_000;
/** Largest part in bytes; S3's limit. */
export const MAX_PART_BYTES = 5 * 1024 ** 3;
/** An upload that nothing was added to for this long is taken as given up. */
export const UPLOAD_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** How long a completed upload is remembered, for a client that lost the answer and asks again. */
export const COMPLETED_KEPT_MS = 24 * 60 * 60 * 1000;

/** The upload as a call names it; the key is of the caller's own sponsor. */
export interface UploadRef {
  readonly uploadId: string;
  readonly key: string;
}

/** What an upload is completed with. */
export interface Completion {
  readonly parts: readonly CompletedPart[];
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
  complete(upload: UploadRef, completion: Completion): Promise<void>;
  /** Drops an upload with its parts; one that isn't there is no error. */
  cancel(upload: UploadRef): Promise<void>;
  /** Drops what was given up or is no longer needed. */
  sweep(): Promise<void>;
}

/** One part as the completing call names it; `etag` without quotes. */
export interface CompletedPart {
  readonly partNumber: number;
  readonly etag: string;
  /** MD5, lower-case hex. */
  readonly checksum: string;
}

/** The checksum of a file of several parts, in S3's form: MD5 of the parts' binary digests in order, then `-N`. */
export function multipartChecksum(digests: readonly string[]): string {
  const hash = createHash('md5');
  for (const digest of digests) hash.update(Buffer.from(digest, 'hex'));
  return `${hash.digest('hex')}-${String(digests.length)}`;
}

/**
 * Says what is wrong with the parts that a completing call names, with the part in it; undefined where nothing is.
 * Whether the parts are there is another question.
 *
 * @param checksum of the whole file, in S3's multipart form
 */
export function findPartsProblem(parts: readonly CompletedPart[], checksum: string): string | undefined {
  for (const [index, part] of parts.entries()) {
    if (part.partNumber !== index + 1) {
      return `Part ${String(index + 1)} is missing: part ${String(part.partNumber)} stands in its place.`;
    }
    if (part.etag !== part.checksum) {
      return `Part ${String(part.partNumber)}: its ETag ${part.etag} differs from its checksum ${part.checksum}.`;
    }
  }
  const expected = multipartChecksum(parts.map((part) => part.checksum));
  if (checksum !== expected)
    return `The checksum ${checksum} of the whole file differs from that of its parts, ${expected}.`;
  return undefined;
}
