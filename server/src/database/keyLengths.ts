import { HttpError } from '../errors';
import { MAX_KEY_BYTES, quoted } from '../objects/keyRules';
import type { Queryable } from './sql';

/** Returns whether a title or name makes the keys of files longer than the one that it replaces. */
export function isLonger(name: string, replaced: string): boolean {
  return Buffer.byteLength(name) > Buffer.byteLength(replaced);
}

/** @throws HttpError 409 if the key that a file would have is too long. */
export function checkKeyLength(key: string, { isUploading }: { readonly isUploading: boolean }): void {
  const length = Buffer.byteLength(key);
  if (length <= MAX_KEY_BYTES) return;
  throw new HttpError(
    409,
    `The path ${quoted(key)}${isUploading ? ', which is being uploaded,' : ''} would be ${String(length)} bytes long; ` +
      `at most ${String(MAX_KEY_BYTES)} are allowed. Shorten the name of the project, dataset, folder or file.`,
    'KEY_TOO_LONG',
  );
}

/**
 * Checks that the keys of a project's files and uploads in progress are not too long. Call it after a change of a title or
 * name, in the same transaction: the files of a project are only read by the database, and no row of them changes. Deleted
 * files and datasets are ignored, because they are checked when they are restored.
 *
 * @param datasetHash Limits the check to the files of a dataset.
 * @throws HttpError 409 naming the longest key.
 */
export async function checkKeyLengths(
  transaction: Queryable,
  { projectHash, datasetHash }: { readonly projectHash: string; readonly datasetHash?: string },
): Promise<void> {
  // One statement, so that an upload that is being completed is found as an upload or as a file.
  const { rows } = await transaction.query<{ key: string; is_uploading: boolean }>(
    `select key, is_uploading from (
       select is_uploading, concat_ws('/', projects.sponsor_id, title, name, path) as key
       from (
         select project_hash, dataset_hash, path, false as is_uploading from objects
         union all
         select project_hash, dataset_hash, path, true from uploads where completed_at is null
       ) children
       join projects on projects.hash = children.project_hash
       left join datasets on datasets.hash = children.dataset_hash
       where children.project_hash = $1 and ($2::text is null or children.dataset_hash = $2) and datasets.deleted_at is null
     ) keys
     where octet_length(key) > $3
     order by octet_length(key) desc, is_uploading, key collate "C" limit 1`,
    [projectHash, datasetHash ?? null, MAX_KEY_BYTES],
  );
  const [longest] = rows;
  if (longest !== undefined) checkKeyLength(longest.key, { isUploading: longest.is_uploading });
}
