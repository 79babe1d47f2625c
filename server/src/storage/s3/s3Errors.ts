import { S3ServiceException } from '@aws-sdk/client-s3';
import { HttpError } from '../../common/errors';
import { diskErrorCode } from '../../disk/durableFiles';

/** S3's codes for something that does not exist. Ceph returns `NoSuchKey` for an upload that was aborted. */
const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound']);
const FULL: ReadonlySet<string> = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']);
const RETRY_SECONDS = 5;

/** Returns the code of an error that the storage sent. */
export function s3ErrorName(error: unknown): string | undefined {
  return error instanceof S3ServiceException ? error.name : undefined;
}

/** Returns whether an object or upload does not exist. */
export function isMissing(error: unknown): boolean {
  return MISSING.has(s3ErrorName(error) ?? '');
}

/** Converts the errors of a full or unavailable storage to an `HttpError`. Returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    if (FULL.has(error.name)) return new HttpError(507, 'The storage is full.', 'DISK_FULL');
    if ((error.$metadata.httpStatusCode ?? 0) < 500) return error;
  } else if (!/^E[A-Z]+$/.test(diskErrorCode(error) ?? '') && !isTimeout(error)) {
    return error;
  }
  return new HttpError(
    503,
    'The storage can’t be reached. Try again in a moment.',
    'STORAGE_UNAVAILABLE',
    RETRY_SECONDS,
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
