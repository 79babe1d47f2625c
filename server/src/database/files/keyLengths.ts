import { KEY_MAX_BYTES } from '@data-manager/domain/names/keyRules';
import { HttpError } from '../../common/errors';
import { quoted } from '../../names/keyRules';
import type { Queryable } from '../sql';

/** Returns whether a title or name makes the keys of files longer than the one that it replaces. */
export function isLonger(name: string, replaced: string): boolean {
  return Buffer.byteLength(name) > Buffer.byteLength(replaced);
}

/** @throws HttpError 409 if the key that a file would have is too long. */
export function checkKeyLength(key: string, { isUploading }: { readonly isUploading: boolean }): void {
  const length = Buffer.byteLength(key);
  if (length <= KEY_MAX_BYTES) return;
  throw new HttpError(
    409,
    `The path ${quoted(key)}${isUploading ? ', which is being uploaded,' : ''} would be ${String(length)} bytes long; ` +
      `at most ${String(KEY_MAX_BYTES)} are allowed. Shorten the name of the project, dataset, folder or file.`,
    'KEY_TOO_LONG',
  );
}

/** A project or dataset that is about to get a longer title or name, or to be restored. */
interface LongerName {
  readonly projectHash: string;
  /** Limits the check to the files of a dataset, even if it is deleted. */
  readonly datasetHash?: string;
  /** The title of the project, if it changes. */
  readonly title?: string;
  /** The name of the dataset, if it changes. */
  readonly name?: string;
}

/**
 * Checks that the keys of a project's files and uploads in progress will not be too long. Call it before a change, in the same
 * transaction. Reads only the longest path of each dataset, from an index. Deleted files and datasets are ignored, because they
 * are checked when they are restored.
 *
 * @throws HttpError 409 naming the longest key.
 */
export async function checkKeyLengths(
  transaction: Queryable,
  { projectHash, datasetHash, title, name }: LongerName,
): Promise<void> {
  // One statement, so that an upload that is being completed is found as an upload or as a file.
  const { rows } = await transaction.query<{ key: string; isUploading: boolean }>(
    `with places as materialized (
       select hash, coalesce($4, name) as name from datasets
       where project_hash = $1 and case when $2::text is null then deleted_at is null else hash = $2 end
     ), uploading as materialized (
       select dataset_hash, path from uploads where project_hash = $1 and completed_at is null
     ), paths as (
       select longest.* from places cross join lateral (
         select false as is_uploading, name, path from objects where project_hash = $1 and dataset_hash = places.hash
         order by project_hash desc, dataset_hash desc, octet_length(path) desc limit 1
       ) longest
       union all
       (select false, null, path from objects where project_hash = $1 and dataset_hash is null and $2::text is null
        order by project_hash desc, dataset_hash desc, octet_length(path) desc limit 1)
       union all
       select true, places.name, path from uploading left join places on places.hash = dataset_hash
       where places.hash is not null or dataset_hash is null and $2::text is null
     )
     select is_uploading as "isUploading", concat_ws('/', sponsor_id, coalesce($3, title), paths.name, path) as key
     from paths join projects on projects.hash = $1
     order by octet_length(concat_ws('/', paths.name, path)) desc, is_uploading, path collate "C" limit 1`,
    [projectHash, datasetHash ?? null, title ?? null, name ?? null],
  );
  const [longest] = rows;
  if (longest !== undefined) checkKeyLength(longest.key, longest);
}
