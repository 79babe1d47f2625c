import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Maximum number of parts, as in S3. */
export const MAX_PARTS = 10_000;
/** Maximum size of a part in bytes, as in S3. */
export const MAX_PART_BYTES = 5 * 1024 ** 3;
/** Uploads that receive no data for this long are removed. */
export const UPLOAD_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** How long completed uploads are remembered, for clients that lost the response and retry. */
export const COMPLETED_KEPT_MS = 24 * 60 * 60 * 1000;

/** Identifies an upload. The key belongs to the caller's sponsor. */
export interface UploadRef {
  readonly uploadId: string;
  readonly key: string;
}

/** The arguments of a completion. */
export interface Completion {
  readonly parts: readonly CompletedPart[];
  /** The checksum of the file in S3's multipart form. */
  readonly checksum: string;
  /** Runs the last step, which makes the object visible. If it throws, the parts are kept. */
  readonly place: (putInPlace: () => Promise<void>) => Promise<void>;
}

/**
 * Multipart uploads. Incomplete uploads are not visible in the object store, and everything that was acknowledged
 * survives a crash.
 */
export interface UploadStore {
  /**
   * Starts an upload and returns its id.
   *
   * @throws HttpError 409 `TOO_MANY_UPLOADS` if the sponsor has reached its limit.
   */
  start(key: string): Promise<string>;
  /**
   * Checks that an upload is in progress.
   *
   * @param upload The key can be omitted for signed URLs, which are issued for one upload only.
   * @throws HttpError 404 `NO_SUCH_UPLOAD`.
   */
  check(upload: { readonly uploadId: string; readonly key?: string }): Promise<void>;
  /**
   * Stores a part, replacing an earlier one with the same number, and returns its MD5. A part that is cut off or too
   * large leaves the earlier one unchanged.
   *
   * @throws HttpError 404 `NO_SUCH_UPLOAD`, 413 for a part that is too large, 507 for a full disk.
   */
  putPart(uploadId: string, partNumber: number, body: Readable): Promise<string>;
  /**
   * Assembles the object from its parts. Idempotent.
   *
   * @throws HttpError 400 naming the part that is missing or differs, 404 `NO_SUCH_UPLOAD`.
   */
  complete(upload: UploadRef, completion: Completion): Promise<void>;
  /** Removes an upload and its parts. Does nothing if it does not exist. */
  cancel(upload: UploadRef): Promise<void>;
  /** Removes abandoned uploads and old records. */
  sweep(): Promise<void>;
}

/** A part as listed by the client; `etag` has no quotes. */
export interface CompletedPart {
  readonly partNumber: number;
  readonly etag: string;
  /** MD5 in lower-case hex. */
  readonly checksum: string;
}

/** Computes a checksum in S3's multipart form: the MD5 of the parts' binary digests, then `-N`. */
export function multipartChecksum(digests: readonly string[]): string {
  const hash = createHash('md5');
  for (const digest of digests) hash.update(Buffer.from(digest, 'hex'));
  return `${hash.digest('hex')}-${String(digests.length)}`;
}

/**
 * Describes the first inconsistency in a list of parts; undefined if there is none. Does not check that they exist.
 *
 * @param checksum The checksum of the file in S3's multipart form.
 */
export function findPartsProblem(parts: readonly CompletedPart[], checksum: string): string | undefined {
  for (const [index, part] of parts.entries()) {
    if (part.partNumber !== index + 1) {
      return `Part ${String(index + 1)} is missing: found part ${String(part.partNumber)} instead.`;
    }
    if (part.etag !== part.checksum) {
      return `Part ${String(part.partNumber)}: the ETag ${part.etag} differs from the checksum ${part.checksum}.`;
    }
  }
  const expected = multipartChecksum(parts.map((part) => part.checksum));
  if (checksum !== expected) return `The checksum of the file is ${checksum}, but its parts give ${expected}.`;
  return undefined;
}
