import { UPLOAD_OWNERS, type ObjectPlace, type OwnerRow } from './objectPlaces';
import { onlyRow, type Queryable } from './sql';

/** An upload in progress, or one that was completed during the last day. */
export interface UploadRow {
  readonly id: string;
  readonly blob: string;
  readonly place: ObjectPlace;
  readonly isCompleted: boolean;
  /** The checksum of a completed upload. */
  readonly checksum: string | undefined;
  /** The upload was not touched during the last hour. */
  readonly isIdle: boolean;
  readonly owner: OwnerRow;
}

interface Row extends OwnerRow {
  id: string;
  blob: string;
  project_hash: string;
  dataset_hash: string | null;
  path: string;
  completed_at: Date | null;
  checksum: string | null;
  is_idle: boolean;
}

function toUpload(row: Row): UploadRow {
  return {
    id: row.id,
    blob: row.blob,
    place: { projectHash: row.project_hash, datasetHash: row.dataset_hash ?? undefined, path: row.path },
    isCompleted: row.completed_at !== null,
    checksum: row.checksum ?? undefined,
    isIdle: row.is_idle,
    owner: row,
  };
}

/** An upload to be added. */
interface NewUpload {
  readonly id: string;
  readonly key: string;
  readonly blob: string;
  readonly place: ObjectPlace;
  /** The user who started it; undefined for the server itself. */
  readonly userId?: string | undefined;
}

/** Adds an upload that has just been started, unless it exists. */
export async function addUpload(database: Queryable, upload: NewUpload): Promise<void> {
  const { id, key, blob, place, userId } = upload;
  await database.query(
    `insert into uploads (id, sponsor_id, key, project_hash, dataset_hash, path, blob, user_id)
     values ($1, split_part($2, '/', 1), $2, $3, $4, $5, $6, $7)
     on conflict do nothing`,
    [id, key, place.projectHash, place.datasetHash ?? null, place.path, blob, userId ?? null],
  );
}

/** Counts the uploads that a sponsor has in progress, and those that one of its users has started. */
export async function countOpenUploads(
  database: Queryable,
  sponsorId: string,
  userId: string | undefined,
): Promise<{ readonly of_sponsor: number; readonly of_user: number }> {
  const result = await database.query<{ of_sponsor: number; of_user: number }>(
    `select count(*) as of_sponsor, count(*) filter (where user_id = $2) as of_user from uploads
     where sponsor_id = $1 and completed_at is null`,
    [sponsorId, userId ?? null],
  );
  return onlyRow(result);
}

/** An upload in progress, for the members of its sponsor. */
export interface OpenUpload {
  readonly uploadId: string;
  /** The key with which it was started. */
  readonly key: string;
  /** Undefined for uploads of earlier versions. */
  readonly userId: string | undefined;
  /** When it was started, or its client last requested URLs. */
  readonly activeAt: Date;
}

/** Lists the uploads that a sponsor has in progress, those that have been idle longest first. */
export async function listOpenUploads(database: Queryable, sponsorId: string, limit: number): Promise<OpenUpload[]> {
  const { rows } = await database.query<{ id: string; key: string; user_id: string | null; touched_at: Date }>(
    `select id, key, user_id, touched_at from uploads where sponsor_id = $1 and completed_at is null
     order by touched_at, id limit $2`,
    [sponsorId, limit],
  );
  return rows.map((row) => ({
    uploadId: row.id,
    key: row.key,
    userId: row.user_id ?? undefined,
    activeAt: row.touched_at,
  }));
}

/** Finds an upload by its id and the key with which it was started. */
export async function findUpload(database: Queryable, id: string, key: string): Promise<UploadRow | undefined> {
  const { rows } = await database.query<Row>(
    `select uploads.*, touched_at < now() - interval '1 hour' as is_idle, ${UPLOAD_OWNERS.columns}
     from uploads ${UPLOAD_OWNERS.joins} where uploads.id = $1 and uploads.key = $2`,
    [id, key],
  );
  return rows[0] === undefined ? undefined : toUpload(rows[0]);
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
  { id, place }: Pick<UploadRow, 'id' | 'place'>,
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

/** Lists uploads in progress in the order of their ids. */
export async function listUploadsAfter(
  database: Queryable,
  id: string,
  limit: number,
): Promise<readonly Pick<UploadRow, 'id' | 'blob'>[]> {
  const { rows } = await database.query<Pick<Row, 'id' | 'blob'>>(
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
): Promise<readonly Pick<UploadRow, 'id' | 'blob'>[]> {
  const { rows } = await database.query<Pick<Row, 'id' | 'blob'>>(
    `select id, blob from uploads where ${owner} = $1 and completed_at is null limit $2`,
    [hash, limit],
  );
  return rows;
}

/** Lists uploads in progress that were not touched for a week, oldest first. */
export async function listAbandonedUploads(
  database: Queryable,
  limit: number,
): Promise<readonly Pick<UploadRow, 'id' | 'blob'>[]> {
  const { rows } = await database.query<Pick<Row, 'id' | 'blob'>>(
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

/** Returns those of the ids that belong to uploads in progress. */
export async function findOpenUploads(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    'select id from uploads where id = any ($1::text[]) and completed_at is null',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
