import { readsSame } from '@data-manager/lib/foldText';
import type { StoredObject } from '../objects/storedObject';
import type { ObjectPlace } from './objectPlaces';
import { batchesOf, type Queryable } from './sql';

/** Returns the size of the object at a place; 0 if there is none. */
export async function sizeAt(database: Queryable, { projectHash, datasetHash, path }: ObjectPlace): Promise<number> {
  const { rows } = await database.query<{ size: number }>(
    'select size from objects where project_hash = $1 and dataset_hash is not distinct from $2 and path = $3',
    [projectHash, datasetHash ?? null, path],
  );
  return rows[0]?.size ?? 0;
}

/** Returns the blobs of a few non-empty files. */
export async function sampleBlobs(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ blob: string }>('select blob from objects where size > 0 limit 3');
  return rows.map(({ blob }) => blob);
}

/** A row of a listing. */
export interface ObjectRow {
  blob: string;
  key: string;
  size: number;
  etag: string | null;
  part_size: number | null;
  modified_at: Date;
  is_flat: boolean;
}

/** The columns of an object without its key. */
export const OBJECT_COLUMNS =
  'objects.blob, objects.size, objects.etag, objects.part_size, objects.modified_at, objects.is_flat';

/** Converts a row whose key lacks a prefix. */
export function toStoredObject(row: ObjectRow, prefix = ''): StoredObject {
  return {
    key: prefix + row.key,
    blob: row.blob,
    size: row.size,
    ...(row.etag !== null && { etag: row.etag }),
    ...(row.part_size !== null && { partSize: row.part_size }),
    lastModified: row.modified_at.toISOString(),
    ...(row.is_flat && { flat: true }),
  };
}

/** Stores that all pixels of an image have the same value. */
export async function markFlat(database: Queryable, blob: string): Promise<void> {
  await database.query('update objects set is_flat = true where blob = $1 and not is_flat', [blob]);
}

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

/** Finds the objects that were deleted last under some keys of a sponsor. */
export function findDeletedObjects(
  database: Queryable,
  sponsorId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredObject>> {
  return findIn(database, 'deleted_objects', sponsorId, keys);
}

async function findIn(
  database: Queryable,
  table: 'objects' | 'deleted_objects',
  sponsorId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredObject>> {
  // `offset 0` keeps the planner from reading all rows in the order of their deletion.
  const source = (condition: string): string =>
    table === 'objects'
      ? `select ${OBJECT_COLUMNS} from objects where ${condition} limit 1`
      : `select ${OBJECT_COLUMNS} from (select * from deleted_objects where ${condition} offset 0) objects
         order by deleted_at desc limit 1`;
  const found = new Map<string, StoredObject>();
  for (const batch of batchesOf(keys)) {
    // As JSON, because an array of long keys takes several times as long to send.
    const { rows } = await database.query<ObjectRow>(
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
      [sponsorId, JSON.stringify(batch)],
    );
    for (const row of rows) found.set(row.key, toStoredObject(row));
  }
  return found;
}

/** Returns whether a project has files outside of datasets below a folder. */
export async function hasLooseFiles(database: Queryable, projectHash: string, folder: string): Promise<boolean> {
  const { rows } = await database.query(
    `select 1 from objects where project_hash = $1 and dataset_hash is null
       and (path = $2 or (path >= $2 || '/' and path < $2 || '0')) limit 1`,
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
