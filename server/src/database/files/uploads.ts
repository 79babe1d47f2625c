import { onlyRow, type Queryable } from '../sql';
import { UPLOAD_OWNERS, type ObjectPlace, type PlaceOwner } from './objectPlaces';

/** An upload in progress, or one that was completed during the last day. */
export interface Upload {
  readonly id: string;
  readonly blob: string;
  readonly place: ObjectPlace;
  readonly isCompleted: boolean;
  /** The checksum of a completed upload. */
  readonly checksum?: string;
  /** The upload was not touched during the last hour. */
  readonly isIdle: boolean;
  /** When the file was last changed before it was uploaded, if its client says. */
  readonly fileModifiedAt?: Date;
  /** Bytes of each part, if an earlier call has tried to complete the upload in a storage that forgets its parts. */
  readonly partSizes?: readonly number[] | null;
  readonly owner: PlaceOwner;
}

/** The file of an upload, as far as its client says. */
export interface UploadedFile {
  /** When the file was last changed. */
  readonly fileModifiedAt?: Date | undefined;
  /** Bytes. */
  readonly fileSize?: number | undefined;
  /** Bytes of each part but the last. */
  readonly partSize?: number | undefined;
}

/** An upload to be added. */
interface NewUpload extends UploadedFile {
  readonly id: string;
  readonly key: string;
  readonly blob: string;
  readonly place: ObjectPlace;
  /** The user who started it; undefined for the server itself. */
  readonly userId?: string | undefined;
}

/** Adds an upload that has just been started, unless it exists. */
export async function addUpload(database: Queryable, upload: NewUpload): Promise<void> {
  const { id, key, blob, place, userId, fileModifiedAt, fileSize, partSize } = upload;
  await database.query(
    `insert into uploads (id, sponsor_id, key, project_hash, dataset_hash, path, blob, user_id, file_modified_at,
       file_size, part_size)
     values ($1, split_part($2, '/', 1), $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict do nothing`,
    [
      ...[id, key, place.projectHash, place.datasetHash ?? null, place.path, blob, userId ?? null],
      ...[fileModifiedAt ?? null, fileSize ?? null, partSize ?? null],
    ],
  );
}

/** Counts the uploads that a sponsor has in progress, and the uploads that one of its users has started. */
export async function countOpenUploads(database: Queryable, sponsorId: string, userId: string | undefined) {
  const result = await database.query<{ ofSponsor: number; ofUser: number }>(
    `select count(*) as "ofSponsor", count(*) filter (where user_id = $2) as "ofUser" from uploads
     where sponsor_id = $1 and completed_at is null`,
    [sponsorId, userId ?? null],
  );
  return onlyRow(result);
}

/** An upload in progress, for the members of its sponsor. */
export interface OpenUpload extends UploadedFile {
  readonly uploadId: string;
  /** The key with which it was started. */
  readonly key: string;
  /** Absent for the server itself. */
  readonly userId?: string;
  /** When it was started, or its client last requested URLs. */
  readonly activeAt: Date;
  readonly blob: string;
}

/**
 * Lists the uploads that a sponsor has in progress, the longest idle upload first.
 *
 * @param place The project or dataset to which they are limited; empty for the whole sponsor.
 */
export async function listOpenUploads(
  database: Queryable,
  sponsorId: string,
  { projectHash, datasetHash }: Partial<Pick<ObjectPlace, 'projectHash' | 'datasetHash'>>,
  limit: number,
): Promise<OpenUpload[]> {
  const { rows } = await database.query<OpenUpload>(
    `select id as "uploadId", key, user_id as "userId", touched_at as "activeAt", blob,
       file_modified_at as "fileModifiedAt", file_size as "fileSize", part_size as "partSize" from uploads
     where sponsor_id = $1 and completed_at is null and ($2::text is null or project_hash = $2)
       and ($3::text is null or dataset_hash = $3) order by touched_at, id limit $4`,
    [sponsorId, projectHash ?? null, datasetHash ?? null, limit],
  );
  return rows;
}

/** Finds an upload by its id and the key with which it was started. */
export async function findUpload(database: Queryable, id: string, key: string): Promise<Upload | undefined> {
  const { rows } = await database.query<Upload>(
    `select uploads.id, blob, checksum, file_modified_at as "fileModifiedAt", completed_at is not null as "isCompleted", part_sizes as "partSizes",
       touched_at < now() - interval '1 hour' as "isIdle", ${UPLOAD_OWNERS.column},
       json_strip_nulls(
         json_build_object('projectHash', uploads.project_hash, 'datasetHash', uploads.dataset_hash, 'path', uploads.path)
       ) as place
     from uploads ${UPLOAD_OWNERS.joins} where uploads.id = $1 and uploads.key = $2`,
    [id, key],
  );
  return rows[0];
}

/** Keeps an idle upload from being abandoned. */
export async function touchUpload(database: Queryable, id: string): Promise<void> {
  await database.query('update uploads set touched_at = now() where id = $1', [id]);
}

/**
 * Marks an upload as completed, and keeps its project and dataset from being removed until the transaction ends.
 * Returns false if it is no longer in progress.
 */
export async function markUploadCompleted(
  transaction: Queryable,
  { id, place }: Pick<Upload, 'id' | 'place'>,
  checksum: string,
): Promise<boolean> {
  const { rows } = await transaction.query(
    `with project as materialized (select 1 from projects where hash = $3 for key share)
     update uploads set completed_at = now(), checksum = $2
     where id = $1 and completed_at is null and exists (select from project) returning 1`,
    [id, checksum, place.projectHash],
  );
  return rows.length > 0;
}

/** Removes an upload in progress, and discards its blob, which exists if the server was killed during the completion. */
export async function removeUpload(database: Queryable, id: string): Promise<void> {
  await database.query(
    `with removed as (delete from uploads where id = $1 and completed_at is null returning blob, stored_bytes)
     insert into discarded_blobs (blob, size, remove_after) select blob, stored_bytes, now() from removed
     on conflict do nothing`,
    [id],
  );
}

/** Records the bytes that an upload in progress takes up, or is about to. */
export async function setStoredBytes(database: Queryable, id: string, bytes: number): Promise<void> {
  await database.query('update uploads set stored_bytes = $2 where id = $1 and completed_at is null', [id, bytes]);
}

/** Records the sizes of the parts of an upload that is about to be completed. */
export async function setPartSizes(database: Queryable, id: string, sizes: readonly number[]): Promise<void> {
  await database.query('update uploads set part_sizes = $2::text::jsonb where id = $1', [id, JSON.stringify(sizes)]);
}

/** Lists uploads in progress in the order of their ids. */
export async function listUploadsAfter(
  database: Queryable,
  id: string,
  limit: number,
): Promise<readonly Pick<Upload, 'id' | 'blob'>[]> {
  const { rows } = await database.query<Pick<Upload, 'id' | 'blob'>>(
    'select id, blob from uploads where id > $1 and completed_at is null order by id limit $2',
    [id, limit],
  );
  return rows;
}

/** Lists uploads in progress into a project or dataset. */
export async function listUploadsInto(
  database: Queryable,
  owner: 'project_hash' | 'dataset_hash',
  hash: string,
  limit: number,
): Promise<readonly Pick<Upload, 'id' | 'blob'>[]> {
  const { rows } = await database.query<Pick<Upload, 'id' | 'blob'>>(
    `select id, blob from uploads where ${owner} = $1 and completed_at is null limit $2`,
    [hash, limit],
  );
  return rows;
}

/** Lists uploads in progress of the same file of the same user as a completed upload, as far as their clients say. */
export async function listUploadsOfSameFile(
  database: Queryable,
  id: string,
): Promise<readonly Pick<Upload, 'id' | 'blob'>[]> {
  const { rows } = await database.query<Pick<Upload, 'id' | 'blob'>>(
    `select other.id, other.blob from uploads completed
       join uploads other using (sponsor_id, key, user_id, file_size, file_modified_at)
     where completed.id = $1 and other.completed_at is null`,
    [id],
  );
  return rows;
}

/** Lists uploads in progress that were not touched for a week, oldest first. */
export async function listAbandonedUploads(
  database: Queryable,
  limit: number,
): Promise<readonly Pick<Upload, 'id' | 'blob'>[]> {
  const { rows } = await database.query<Pick<Upload, 'id' | 'blob'>>(
    `select id, blob from uploads where completed_at is null and touched_at < now() - interval '7 days'
     order by touched_at limit $1`,
    [limit],
  );
  return rows;
}

/** Deletes the records of uploads that were completed more than a day ago. */
export async function pruneCompletedUploads(database: Queryable): Promise<void> {
  await database.query("delete from uploads where completed_at < now() - interval '1 day'");
}

/** Returns the ids that belong to uploads in progress. */
export async function findOpenUploads(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    'select id from uploads where id = any ($1::text[]) and completed_at is null',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
