import { readsSame } from '../../../src/lib/foldText';
import { HttpError } from '../errors';
import type { StoredObject } from '../objects/objectStore';
import type { ObjectPlace } from './objectPlaces';
import { batchesOf, type Queryable } from './sql';

/** The content of an object. */
export interface ObjectContent {
  readonly blob: string;
  /** Size in bytes. */
  readonly size: number;
  /** The MD5 of the content, or S3's multipart form of it. */
  readonly etag?: string | undefined;
  /** Size in bytes of all parts but the last, if they have the same size. */
  readonly partSize?: number | undefined;
  /** Now, unless an existing file is imported. */
  readonly modifiedAt?: Date;
}

/** Returns the size of the object at a place; 0 if there is none. */
export async function sizeAt(database: Queryable, { projectHash, datasetHash, path }: ObjectPlace): Promise<number> {
  const { rows } = await database.query<{ size: number }>(
    'select size from objects where project_hash = $1 and dataset_hash is not distinct from $2 and path = $3',
    [projectHash, datasetHash ?? null, path],
  );
  return rows[0]?.size ?? 0;
}

/** How long a replaced blob is kept for downloads that are reading it. */
const REPLACED_KEPT = '1 hour';

/** Finds what is in the way of an object. Its parameters are the values of `conflictValues`. */
const CONFLICT = `found as (
       select path = any ($3::text[]) as is_parent from objects
       where project_hash = $1 and dataset_hash is not distinct from $2
         and (path = any ($3::text[]) or (path >= $4 || '/' and path < $4 || '0'))
       union all
       select true from objects join datasets on datasets.hash = $2
       where objects.project_hash = $1 and objects.dataset_hash is null and objects.path = datasets.name
     ), conflict as materialized (
       select is_parent from found where is_parent or not $5::boolean order by is_parent desc limit 1
     )`;

interface ConflictRow {
  is_parent: boolean;
}

function conflictValues({ projectHash, datasetHash, path }: ObjectPlace): unknown[] {
  const isFolder = path.endsWith('/');
  const segments = path.replace(/\/$/, '').split('/');
  const parents = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
  const bare = segments.join('/');
  return [projectHash, datasetHash ?? null, isFolder ? [...parents, bare] : parents, bare, isFolder];
}

function throwConflict([conflict]: readonly ConflictRow[]): void {
  if (conflict === undefined) return;
  throw new HttpError(
    409,
    conflict.is_parent
      ? 'A file with the name of a parent folder already exists.'
      : 'A folder with this name already exists.',
  );
}

/** @throws HttpError 409 if `placeObject` would. */
export async function requireFreePlace(database: Queryable, place: ObjectPlace): Promise<void> {
  const { rows } = await database.query<ConflictRow>(
    `with ${CONFLICT} select is_parent from conflict`,
    conflictValues(place),
  );
  throwConflict(rows);
}

/**
 * Makes a blob visible at a place, and discards the blob that it replaces.
 *
 * @throws HttpError 409 if the path is a folder, or if one of its parents is a file.
 */
export async function placeObject(transaction: Queryable, place: ObjectPlace, content: ObjectContent): Promise<void> {
  // The parts of one statement don't see each other's changes.
  const { rows } = await transaction.query<ConflictRow>(
    `with ${CONFLICT}, discarded as (
       insert into discarded_blobs (blob, size, remove_after)
       select blob, size, now() + $12::interval from objects
       where project_hash = $1 and dataset_hash is not distinct from $2 and path = $6 and blob <> $7
         and not exists (select from conflict)
       on conflict do nothing
     ), placed as (
       insert into objects (blob, project_hash, dataset_hash, path, size, etag, part_size, modified_at)
       select $7::text, $1::text, $2::text, $6::text, $8::bigint, $9::text, $10::bigint, coalesce($11::timestamptz, now())
       where not exists (select from conflict)
       on conflict (project_hash, dataset_hash, path) do update
         set blob = excluded.blob, size = excluded.size, etag = excluded.etag, part_size = excluded.part_size,
           modified_at = excluded.modified_at
     )
     select is_parent from conflict`,
    [
      ...conflictValues(place),
      place.path,
      content.blob,
      content.size,
      content.etag ?? null,
      content.partSize ?? null,
      content.modifiedAt ?? null,
      REPLACED_KEPT,
    ],
  );
  throwConflict(rows);
}

/** Returns the blobs of a few non-empty files. */
export async function sampleBlobs(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ blob: string }>('select blob from objects where size > 0 limit $1', [limit]);
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
}

/** The columns of an object without its key. */
export const OBJECT_COLUMNS = 'objects.blob, objects.size, objects.etag, objects.part_size, objects.modified_at';

/** Converts a row whose key lacks a prefix. */
export function toStoredObject(row: ObjectRow, prefix = ''): StoredObject {
  return {
    key: prefix + row.key,
    blob: row.blob,
    size: row.size,
    ...(row.etag !== null && { etag: row.etag }),
    ...(row.part_size !== null && { partSize: row.part_size }),
    lastModified: row.modified_at.toISOString(),
  };
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

/** Moves the files of a folder into a dataset that has just been created with its name. */
export async function adoptFolder(
  transaction: Queryable,
  {
    projectHash,
    datasetHash,
    name,
  }: { readonly projectHash: string; readonly datasetHash: string; readonly name: string },
): Promise<void> {
  await transaction.query('select 1 from projects where hash = $1 for update', [projectHash]);
  for (const table of ['objects', 'deleted_objects']) {
    await transaction.query(
      `update ${table} set dataset_hash = $2, path = substr(path, length($3) + 2)
       where project_hash = $1 and dataset_hash is null and path > $3 || '/' and path < $3 || '0'`,
      [projectHash, datasetHash, name],
    );
  }
  const marker = "delete from objects where project_hash = $1 and dataset_hash is null and path = $2 || '/'";
  await transaction.query(marker, [projectHash, name]);
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

/**
 * Returns the folder outside of datasets whose name reads the same as a name but is spelled differently; undefined if there is
 * also a folder with exactly this name.
 */
export async function findFolderLike(
  database: Queryable,
  projectHash: string,
  name: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ folder: string }>(
    `with recursive folders (folder) as (
       (select split_part(path, '/', 1) from objects
        where project_hash = $1 and dataset_hash is null and path like '%/%'
        order by split_part(path, '/', 1) limit 1)
       union all
       select (
         select split_part(path, '/', 1) from objects
         where project_hash = $1 and dataset_hash is null and path like '%/%' and split_part(path, '/', 1) > folder
         order by split_part(path, '/', 1) limit 1
       ) from folders where folder is not null
     )
     select folder from folders where folder is not null`,
    [projectHash],
  );
  const alike = rows.map(({ folder }) => folder).filter((folder) => readsSame(folder, name));
  return alike.includes(name) ? undefined : alike[0];
}
