import { lastSegment } from '@data-manager/lib/lastSegment';
import { compositeChecksum } from './checksums';
import { sessionOf, type UploadedPart, type UploadFile } from './upload';

/** The proof of a completed upload. Contains no secret. */
export interface UploadReceipt {
  readonly id: string;
  readonly key: string;
  /** The name on the user's disk, if the file was renamed. */
  readonly originalName?: string;
  /** Bytes. */
  readonly size: number;
  /** In order. Each MD5 equals the ETag that the storage returned. */
  readonly parts: readonly Pick<UploadedPart, 'partNumber' | 'md5'>[];
  /** The S3 multipart checksum: MD5 of the parts' binary digests, then `-N`. */
  readonly checksum: string;
  /** When the server started the upload, milliseconds since 1970. */
  readonly startedAt: number;
  /** When the server completed the upload, milliseconds since 1970. */
  readonly endedAt: number;
  /** Retried attempts of its parts. */
  readonly retries: number;
  readonly sponsorId: string;
  readonly userId: string;
}

/** Creates the receipt of a file that has just been completed. */
export function uploadReceipt(file: UploadFile, endedAt: number): UploadReceipt {
  const { id, key, name, size, startedAt = endedAt, retries, sponsorId, userId } = file;
  const isRenamed = lastSegment(key) !== name.normalize('NFC');
  const parts = inOrder(sessionOf(file)?.parts ?? []).map(({ partNumber, md5 }) => ({ partNumber, md5 }));
  const checksum = compositeChecksum(parts.map((part) => part.md5));
  return {
    id,
    key,
    ...(isRenamed && { originalName: name }),
    size,
    parts,
    checksum,
    startedAt,
    endedAt,
    retries,
    sponsorId,
    userId,
  };
}

/** Sorts parts by number; they are verified in any order. */
export function inOrder(parts: readonly UploadedPart[]): readonly UploadedPart[] {
  return [...parts].sort((left, right) => left.partNumber - right.partNumber);
}
