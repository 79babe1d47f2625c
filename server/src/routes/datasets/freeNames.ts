import { HttpError } from '../../common/errors';
import { findFolderLike, hasLooseFiles } from '../../database/files/objects';
import { checkNameAvailable } from '../../database/projects/datasets';
import type { Queryable } from '../../database/sql';

/** The name that a dataset is about to get. */
interface NewName {
  readonly projectHash: string;
  readonly name: string;
  /** The dataset to rename; absent for a new one, which may take over the folder with its name. */
  readonly hash?: string;
}

/** @throws HttpError 409 if a dataset or file has the name or, unless the dataset is new, a folder. */
export async function requireFreeName(database: Queryable, { projectHash, name, hash }: NewName): Promise<void> {
  await checkNameAvailable(database, { projectHash, name, ...(hash !== undefined && { hash }) });
  if (hash !== undefined && (await hasLooseFiles(database, projectHash, name))) {
    throw new HttpError(409, `There are already files at ${name}. Choose another name.`, 'EXISTS');
  }
}

/**
 * Checks a name before the transaction of the change: first what is known at once, and then the names of all folders, in pages
 * between which others run.
 *
 * @throws HttpError 409 if `requireFreeName` would, or if a folder has the same name in another spelling: both would be listed as
 * datasets.
 */
export async function requireFreeNameEarly(database: Queryable, newName: NewName): Promise<void> {
  const { projectHash, name } = newName;
  await requireFreeName(database, newName);
  const folder = await findFolderLike(database, projectHash, name);
  if (folder === undefined) return;
  throw new HttpError(
    409,
    `The project already has files in the folder “${folder}”. Use the name of the folder.`,
    'EXISTS',
  );
}
