import { foldText, readsSame } from '@data-manager/lib/foldText';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { batchesOf, isoTime, type Queryable } from '../sql';
import type { StoredObject } from './storedObject';

/** Returns the blobs of a few non-empty files. */
export async function sampleBlobs(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ blob: string }>('select blob from objects where size > 0 limit 3');
  return rows.map(({ blob }) => blob);
}

/** The columns that `objects` and `deleted_objects` share. */
export const SHARED_COLUMNS =
  'blob, project_hash, dataset_hash, path, size, etag, part_size, modified_at, file_modified_at, folded';

/** Returns the value of the column `folded`, by which the search finds a file; empty for a folder. */
export function foldName(path: string): string {
  return foldText(lastSegment(path));
}

/** The columns of an object without its key, and what was found in its content. */
export const OBJECT_COLUMNS = `objects.blob, objects.size, objects.etag, objects.part_size as "partSize",
  ${isoTime('objects.modified_at')} as "lastModified", ${isoTime('objects.file_modified_at')} as modified,
  (select found from contents
   where contents.project_hash = objects.project_hash and contents.etag = coalesce(objects.etag, objects.blob)) as found`;

/**
 * Finds a sponsor's objects by key. Files of deleted projects and datasets are not found. Looks up each key in the
 * indexes (`lateral … limit 1`): the planner would otherwise read all projects or files for each batch of keys.
 */
export function findObjects(
  database: Queryable,
  sponsorId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredObject>> {
  return findIn(database, 'objects', sponsorId, keys);
}

/**
 * Finds the objects that were deleted last under some keys of a sponsor.
 *
 * @param act Finds only what was deleted by it.
 */
export function findDeletedObjects(
  database: Queryable,
  sponsorId: string,
  keys: readonly string[],
  act?: string,
): Promise<ReadonlyMap<string, StoredObject>> {
  return findIn(database, 'deleted_objects', sponsorId, keys, act);
}

async function findIn(
  database: Queryable,
  table: 'objects' | 'deleted_objects',
  sponsorId: string,
  keys: readonly string[],
  act?: string,
): Promise<ReadonlyMap<string, StoredObject>> {
  const ofAct = act === undefined ? '' : 'and act = $3';
  // `offset 0` keeps the planner from reading all rows in the order of their deletion.
  const source = (condition: string): string =>
    table === 'objects'
      ? `select ${OBJECT_COLUMNS} from objects where ${condition} limit 1`
      : `select ${OBJECT_COLUMNS} from (select * from deleted_objects where ${condition} ${ofAct} offset 0) objects
         order by deleted_at desc limit 1`;
  const found = new Map<string, StoredObject>();
  for (const batch of batchesOf(keys)) {
    // As JSON, because an array of long keys takes several times as long to send.
    const { rows } = await database.query<StoredObject>(
      `with wanted as (
         select wanted.key, project.hash, split_part(wanted.key, '/', 3) as first,
           substr(wanted.key, length($1) + length(project.title) + 3) as path
         from jsonb_array_elements_text($2::text::jsonb) as wanted (key)
         cross join lateral (
           select hash, title from projects
           where sponsor_id = $1 and title = split_part(wanted.key, '/', 2) and deleted_at is null limit 1
         ) project
         where split_part(wanted.key, '/', 1) = $1
       )
       select wanted.key, found.* from wanted
         cross join lateral (
           select hash from datasets
           where project_hash || '/' || name = wanted.hash || '/' || wanted.first and deleted_at is null limit 1
         ) dataset
         cross join lateral (${source(`project_hash = wanted.hash and dataset_hash = dataset.hash
             and path = substr(wanted.path, length(wanted.first) + 2)`)}) found
       union all
       select wanted.key, found.* from wanted
         cross join lateral (${source('project_hash = wanted.hash and dataset_hash is null and path = wanted.path')}) found`,
      [sponsorId, JSON.stringify(batch), ...(act === undefined ? [] : [act])],
    );
    for (const row of rows) found.set(row.key, row);
  }
  return found;
}

/** Returns whether a project has files outside of datasets below a folder. */
export async function hasLooseFiles(database: Queryable, projectHash: string, folder: string): Promise<boolean> {
  const { rows } = await database.query(
    // Two queries, so that each reads the index of places: with "or", the planner may read all files of the project.
    `(select 1 from objects where project_hash = $1 and dataset_hash is null and path = $2 limit 1)
     union all
     (select 1 from objects where project_hash = $1 and dataset_hash is null
       and path >= $2 || '/' and path < $2 || '0' limit 1)
     limit 1`,
    [projectHash, folder],
  );
  return rows.length > 0;
}

/** Returns whether a project has a file outside of datasets at a path, or is receiving one. */
export async function hasFileAt(database: Queryable, projectHash: string, path: string): Promise<boolean> {
  const { rows } = await database.query(
    `select 1 from objects where project_hash = $1 and dataset_hash is null and path = $2
     union all
     select 1 from uploads where project_hash = $1 and dataset_hash is null and path = $2 and completed_at is null
     limit 1`,
    [projectHash, path],
  );
  return rows.length > 0;
}

/** Folders that one query lists. */
const FOLDERS_PER_QUERY = 500;

/**
 * Returns the folder outside of datasets whose name reads the same as a name but is spelled differently; undefined if there is
 * also a folder with exactly this name. Lists the folders in pages between which others run, so call it before a transaction.
 */
export async function findFolderLike(
  database: Queryable,
  projectHash: string,
  name: string,
): Promise<string | undefined> {
  let like: string | undefined;
  let last: string | undefined = '';
  while (last !== undefined) {
    const folders = await listLooseFolders(database, projectHash, last);
    for (const folder of folders) {
      if (folder === name) return undefined;
      if (like === undefined && readsSame(folder, name)) like = folder;
    }
    last = folders.length < FOLDERS_PER_QUERY ? undefined : folders.at(-1);
  }
  return like;
}

/** Lists a page of a project's folders outside of datasets, after one of them. Skips from folder to folder in an index. */
async function listLooseFolders(database: Queryable, projectHash: string, after: string): Promise<string[]> {
  const next = (position: string): string => `select split_part(path, '/', 1) from objects
    where project_hash = $1 and dataset_hash is null and path like '%/%' and split_part(path, '/', 1) > ${position}
    order by split_part(path, '/', 1) limit 1`;
  const { rows } = await database.query<{ folder: string }>(
    `with recursive folders (folder) as (
       (${next('$2')})
       union all
       select (${next('folder')}) from folders where folder is not null
     )
     select folder from folders where folder is not null limit $3`,
    [projectHash, after, FOLDERS_PER_QUERY],
  );
  return rows.map(({ folder }) => folder);
}
