import { createHash } from 'node:crypto';
import { HttpError } from '../common/errors';

/** Maximum number of parts, as in S3. */
export const MAX_PARTS = 10_000;
/** Maximum size of a part in bytes, as in S3. */
export const MAX_PART_BYTES = 5 * 1024 ** 3;

/** A part as listed by the client; `etag` has no quotes. */
export interface CompletedPart {
  readonly partNumber: number;
  readonly etag: string;
  /** MD5 in lower-case hex. */
  readonly checksum: string;
}

/** The content of a completed upload. */
export interface CompletedContent {
  /** Size in bytes. */
  readonly size: number;
  /** Size in bytes of all parts but the last; undefined if they differ or are not known. */
  readonly partSize?: number | undefined;
  /** Size in bytes of each part; undefined if they are not known. */
  readonly partSizes?: readonly number[] | undefined;
}

/** Returns the content of an upload with parts of these sizes. */
export function contentOfParts(sizes: readonly number[]): CompletedContent {
  const size = sizes.reduce((sum, partSize) => sum + partSize, 0);
  const [first = 0] = sizes;
  const areEqual = sizes.slice(0, -1).every((partSize) => partSize === first) && (sizes.at(-1) ?? 0) <= first;
  return { size, partSizes: sizes, ...(areEqual && first > 0 && { partSize: first }) };
}

/** The parts that an upload has received so far. */
export interface ReceivedParts {
  readonly bytes: number;
  /** When the last one arrived; undefined if there is none, or the storage does not say. */
  readonly latest: Date | undefined;
}

/** Sums up the parts of an upload. Parts that have just been removed are undefined. */
export function sumOfParts(
  parts: readonly ({ readonly size: number; readonly storedAt: Date | undefined } | undefined)[],
): ReceivedParts {
  const times = parts.map((part) => part?.storedAt?.getTime() ?? 0);
  const latest = times.reduce((left, right) => Math.max(left, right), 0);
  const bytes = parts.reduce((sum, part) => sum + (part?.size ?? 0), 0);
  return { bytes, latest: latest > 0 ? new Date(latest) : undefined };
}

/** Returns a digest or ETag in lower case and without its quotes. */
export function bareDigest(digest = ''): string {
  return digest.replaceAll('"', '').toLowerCase();
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

/** Creates the error for an upload that is not in progress. */
export function noSuchUpload(): HttpError {
  return new HttpError(
    404,
    'This upload is no longer in progress. It was completed, cancelled or abandoned.',
    'NO_SUCH_UPLOAD',
  );
}

/** Creates the error for a part that is missing or has different content. */
export function partNotStored({ partNumber, etag }: CompletedPart): HttpError {
  return new HttpError(400, `Part ${String(partNumber)} with the ETag ${etag} is not stored. Upload it again.`);
}
