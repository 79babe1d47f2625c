import { HttpError } from '../errors';
import type { ObjectPlace } from './objectPlaces';
import type { Queryable } from './sql';

/** The content of an object. */
interface ObjectContent {
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

/** How long a replaced blob is kept for downloads that are reading it. */
const REPLACED_KEPT = '1 hour';

/** Whether a file that exists may be replaced. */
export interface PlaceOptions {
  /** A file at the place is a conflict. */
  readonly onlyIfAbsent?: boolean | undefined;
  /** A file at the place whose content has another ETag is a conflict. */
  readonly replaces?: string | undefined;
}

/** Finds what is in the way of an object. Its parameters are the values of `conflictValues`. */
const CONFLICT = `found as (
       select case when path = $4 and not $5::boolean then 'file' when path = any ($3::text[]) then 'parent' else 'folder' end
         as reason
       from objects
       where project_hash = $1 and dataset_hash is not distinct from $2
         and (path = any ($3::text[]) or (path >= $4 || '/' and path < $4 || '0'))
         and (path <> $4 or $5::boolean or $6::text is null or etag is distinct from $6)
       union all
       select 'parent' from objects join datasets on datasets.hash = $2
       where objects.project_hash = $1 and objects.dataset_hash is null and objects.path = datasets.name
     ), conflict as materialized (
       select reason from found where reason <> 'folder' or not $5::boolean order by reason = 'parent' desc limit 1
     )`;

interface ConflictRow {
  reason: 'file' | 'folder' | 'parent';
}

function conflictValues(
  { projectHash, datasetHash, path }: ObjectPlace,
  { onlyIfAbsent = false, replaces }: PlaceOptions,
): unknown[] {
  const isFolder = path.endsWith('/');
  const segments = path.replace(/\/$/, '').split('/');
  const parents = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
  const bare = segments.join('/');
  const taken = isFolder || onlyIfAbsent || replaces !== undefined ? [...parents, bare] : parents;
  return [projectHash, datasetHash ?? null, taken, bare, isFolder, replaces ?? null];
}

function throwConflict([conflict]: readonly ConflictRow[]): void {
  switch (conflict?.reason) {
    case undefined:
      return;
    case 'file':
      throw new HttpError(409, 'A file with this name already exists.', 'EXISTS');
    case 'parent':
      throw new HttpError(409, 'A file with the name of a parent folder already exists.');
    case 'folder':
      throw new HttpError(409, 'A folder with this name already exists.');
  }
}

/** @throws HttpError 409 if `placeObject` would. */
export async function requireFreePlace(
  database: Queryable,
  place: ObjectPlace,
  options: PlaceOptions = {},
): Promise<void> {
  const { rows } = await database.query<ConflictRow>(
    `with ${CONFLICT} select reason from conflict`,
    conflictValues(place, options),
  );
  throwConflict(rows);
}

/**
 * Makes a blob visible at a place, and discards the blob that it replaces.
 *
 * @throws HttpError 409 if the path is a folder, if one of its parents is a file, or `EXISTS` if it is a file that must not be
 * replaced.
 */
export async function placeObject(
  transaction: Queryable,
  place: ObjectPlace,
  content: ObjectContent,
  options: PlaceOptions = {},
): Promise<void> {
  // The parts of one statement don't see each other's changes.
  const { rows } = await transaction.query<ConflictRow>(
    `with ${CONFLICT}, discarded as (
       insert into discarded_blobs (blob, size, remove_after)
       select blob, size, now() + $13::interval from objects
       where project_hash = $1 and dataset_hash is not distinct from $2 and path = $7 and blob <> $8
         and not exists (select from conflict)
       on conflict do nothing
     ), placed as (
       insert into objects (blob, project_hash, dataset_hash, path, size, etag, part_size, modified_at)
       select $8::text, $1::text, $2::text, $7::text, $9::bigint, $10::text, $11::bigint, coalesce($12::timestamptz, now())
       where not exists (select from conflict)
       on conflict (project_hash, dataset_hash, path) do update
         set blob = excluded.blob, size = excluded.size, etag = excluded.etag, part_size = excluded.part_size,
           modified_at = excluded.modified_at, is_flat = false
         -- Another transaction may have placed a file that this statement does not see.
         where not $14::boolean and ($6::text is null or objects.etag = $6)
       returning 1
     )
     select reason from conflict
     union all
     select 'file' where not exists (select from conflict) and not exists (select from placed)`,
    [
      ...conflictValues(place, options),
      place.path,
      content.blob,
      content.size,
      content.etag ?? null,
      content.partSize ?? null,
      content.modifiedAt ?? null,
      REPLACED_KEPT,
      options.onlyIfAbsent === true,
    ],
  );
  throwConflict(rows);
}
