import { HttpError } from '../../common/errors';
import { onlyRow, type Queryable } from '../sql';
import type { ObjectPlace } from './objectPlaces';
import { foldName, SHARED_COLUMNS } from './objects';

/** The content of an object. */
interface ObjectContent {
  readonly blob: string;
  /** Size in bytes. */
  readonly size: number;
  /** The MD5 of the content, or S3's multipart form of it. */
  readonly etag?: string | undefined;
  /** Size in bytes of all parts but the last, if they have the same size. */
  readonly partSize?: number | undefined;
  /** When the file was last changed before it was uploaded, if its client says. */
  readonly fileModifiedAt?: Date | undefined;
}

/** Whether a file that exists may be replaced. */
export interface PlaceOptions {
  /** A file at the place is a conflict. */
  readonly onlyIfAbsent?: boolean | undefined;
  /** A file at the place whose content has another ETag is a conflict. */
  readonly replaces?: string | undefined;
}

/** Who replaces a file. */
export interface Replacer {
  /** Undefined for the server itself. */
  readonly userId?: string | undefined;
  /** Files that are replaced together have the same act. */
  readonly act?: string | undefined;
}

/** A file that was replaced, and is deleted now. */
export interface ReplacedFile {
  readonly blob: string;
  readonly size: number;
  readonly etag?: string;
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

/** What is in the way of an object. */
type Conflict = 'file' | 'folder' | 'parent';

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

function throwConflict(reason: Conflict | undefined): void {
  switch (reason) {
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
  const { rows } = await database.query<{ reason: Conflict }>(
    `with ${CONFLICT} select reason from conflict`,
    conflictValues(place, options),
  );
  throwConflict(rows[0]?.reason);
}

interface PlacedRow {
  reason?: Conflict;
  replaced?: ReplacedFile;
  isPlaced: boolean;
}

/**
 * Makes a blob visible at a place. The file that it replaces becomes a deleted file, and is returned.
 *
 * @throws HttpError 409 if the path is a folder, if one of its parents is a file, or `EXISTS` if it is a file that must not be
 * replaced.
 */
export async function placeObject(
  transaction: Queryable,
  place: ObjectPlace,
  content: ObjectContent,
  options: PlaceOptions & { readonly by?: Replacer | undefined } = {},
): Promise<ReplacedFile | undefined> {
  const values = [
    ...conflictValues(place, options),
    place.path,
    content.blob,
    content.size,
    content.etag ?? null,
    content.partSize ?? null,
    content.fileModifiedAt ?? null,
    options.onlyIfAbsent === true,
    options.by?.userId ?? null,
    options.by?.act ?? null,
    foldName(place.path),
  ];
  for (;;) {
    // The parts of one statement don't see each other's changes.
    const result = await transaction.query<PlacedRow>(
      `with ${CONFLICT}, present as materialized (
         select ${SHARED_COLUMNS} from objects
         where project_hash = $1 and dataset_hash is not distinct from $2 and path = $7
           and not exists (select from conflict) and not $13::boolean and ($6::text is null or etag = $6)
         for update
       ), kept as (
         insert into deleted_objects (sponsor_id, deleted_by, act, is_replaced, ${SHARED_COLUMNS})
         select (select sponsor_id from projects where hash = $1), $14, $15, true, ${SHARED_COLUMNS} from present
         where path not like '%/'
         returning blob, size, etag
       ), placed as (
         insert into objects (blob, project_hash, dataset_hash, path, size, etag, part_size, file_modified_at, folded)
         select $8::text, $1::text, $2::text, $7::text, $9::bigint, $10::text, $11::bigint, $12::timestamptz, $16::text
         where not exists (select from conflict)
         on conflict (project_hash, dataset_hash, path) do update
           set blob = excluded.blob, size = excluded.size, etag = excluded.etag, part_size = excluded.part_size,
             modified_at = now(), file_modified_at = excluded.file_modified_at
           where objects.blob = (select blob from present)
         returning 1
       )
       select (select reason from conflict) as reason, (select json_strip_nulls(to_json(kept)) from kept) as replaced,
         exists (select from placed) as "isPlaced"`,
      values,
    );
    const { reason, replaced, isPlaced } = onlyRow(result);
    throwConflict(reason);
    if (isPlaced) return replaced;
    // Another transaction has placed a file that this statement did not see. The next one does.
  }
}
