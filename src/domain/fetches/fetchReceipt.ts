import type { UploadReceipt } from '../transfers/receipts';
import { compositeChecksum } from '../uploads/checksums';
import type { FetchFile, FolderFetch } from './folderFetch';

/** The proof that a file in a folder has the same content as on the server. Contains no secret. */
export interface FetchReceipt extends UploadReceipt, Pick<FetchFile, 'modified'> {
  /** Name of the folder and path in it. */
  readonly savedTo: string;
}

/**
 * Creates the receipt of a verified file.
 * @param md5s MD5 of each part in order; their checksum is the ETag
 */
export function fetchReceipt(
  { id, revision, next, folderName, sponsorId, userId }: FolderFetch,
  { key, path, size, modified }: FetchFile,
  md5s: readonly string[],
  { startedAt, endedAt, retries }: Pick<UploadReceipt, 'startedAt' | 'endedAt' | 'retries'>,
): FetchReceipt {
  return {
    id: `${id}-${String(revision)}-${String(next)}`,
    key,
    size,
    parts: md5s.map((md5, index) => ({ partNumber: index + 1, md5 })),
    checksum: compositeChecksum(md5s),
    startedAt,
    endedAt,
    retries,
    savedTo: `${folderName}/${path}`,
    ...(modified !== undefined && { modified }),
    sponsorId,
    userId,
  };
}
