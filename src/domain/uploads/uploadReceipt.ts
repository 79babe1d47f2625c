import { compositeChecksum } from './checksums';
import { sessionOf, type UploadedPart, type UploadFile } from './upload';

/** What was proven about a file that the server has put together. Holds no secret. */
export interface UploadReceipt {
  readonly id: string;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** In order; each MD5 is the one that the storage gave back. */
  readonly parts: readonly Pick<UploadedPart, 'partNumber' | 'md5'>[];
  /** The S3 multipart form: MD5 of the parts' binary digests, then `-N`. */
  readonly checksum: string;
  /** When the server began it, milliseconds since 1970. */
  readonly startedAt: number;
  /** When the server had put it together, milliseconds since 1970. */
  readonly endedAt: number;
  /** Tries of its parts that failed and were followed by another. */
  readonly retries: number;
  readonly sponsorId: string;
  readonly userId: string;
}

/** The receipt of a file whose last call has just been answered. */
export function uploadReceipt(file: UploadFile, endedAt: number): UploadReceipt {
  const { id, key, size, startedAt = endedAt, retries, sponsorId, userId } = file;
  const parts = inOrder(sessionOf(file)?.parts ?? []).map(({ partNumber, md5 }) => ({ partNumber, md5 }));
  const checksum = compositeChecksum(parts.map((part) => part.md5));
  return { id, key, size, parts, checksum, startedAt, endedAt, retries, sponsorId, userId };
}

/** Parts as they stand in the file: they are verified in any order. */
export function inOrder(parts: readonly UploadedPart[]): readonly UploadedPart[] {
  return [...parts].sort((left, right) => left.partNumber - right.partNumber);
}
