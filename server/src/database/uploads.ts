import type { ObjectPlace } from './objects';
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
}

interface Row {
  id: string;
  blob: string;
  project_hash: string;
  dataset_hash: string | null;
  path: string;
  completed_at: Date | null;
  checksum: string | null;
  is_idle: boolean;
}

const COLUMNS = "*, touched_at < now() - interval '1 hour' as is_idle";

function toUpload(row: Row): UploadRow {
  return {
    id: row.id,
    blob: row.blob,
    place: { projectHash: row.project_hash, datasetHash: row.dataset_hash ?? undefined, path: row.path },
    isCompleted: row.completed_at !== null,
    checksum: row.checksum ?? undefined,
    isIdle: row.is_idle,
  };
}

/** Counts a sponsor's uploads in progress. */
export async function countOpenUploads(database: Queryable, sponsorId: string): Promise<number> {
  const result = await database.query<{ count: number }>(
    'select count(*) from uploads where sponsor_id = $1 and completed_at is null',
    [sponsorId],
  );
  return onlyRow(result).count;
}

/** Adds an upload that has just been started. Does nothing if it exists. */
export async function addUpload(
  database: Queryable,
  upload: { readonly id: string; readonly key: string; readonly blob: string; readonly place: ObjectPlace },
): Promise<void> {
  const { id, key, blob, place } = upload;
  await database.query(
    `insert into uploads (id, sponsor_id, key, project_hash, dataset_hash, path, blob)
     values ($1, split_part($2, '/', 1), $2, $3, $4, $5, $6) on conflict do nothing`,
    [id, key, place.projectHash, place.datasetHash ?? null, place.path, blob],
  );
}

/** Finds an upload by its id and the key with which it was started. */
export async function findUpload(database: Queryable, id: string, key: string): Promise<UploadRow | undefined> {
  const { rows } = await database.query<Row>(`select ${COLUMNS} from uploads where id = $1 and key = $2`, [id, key]);
  return rows[0] === undefined ? undefined : toUpload(rows[0]);
}

/** Keeps an idle upload from being abandoned. */
export async function touchUpload(database: Queryable, id: string): Promise<void> {
  await database.query('update uploads set touched_at = now() where id = $1', [id]);
}

/** Marks an upload as completed. Returns false if it is not in progress any more. */
export async function markUploadCompleted(transaction: Queryable, id: string, checksum: string): Promise<boolean> {
  const { rows } = await transaction.query(
    `update uploads set completed_at = now(), checksum = $2 where id = $1 and completed_at is null returning id`,
    [id, checksum],
  );
  return rows.length > 0;
}

/** Removes an upload in progress, and discards its blob, which exists if the server was killed during the completion. */
export async function removeUpload(database: Queryable, id: string): Promise<void> {
  await database.query(
    `with removed as (delete from uploads where id = $1 and completed_at is null returning blob)
     insert into discarded_blobs (blob, remove_after) select blob, now() from removed on conflict do nothing`,
    [id],
  );
}

/** Lists uploads in progress that were not touched for a week, oldest first. */
export async function listAbandonedUploads(database: Queryable, limit: number): Promise<UploadRow[]> {
  const { rows } = await database.query<Row>(
    `select ${COLUMNS} from uploads where completed_at is null and touched_at < now() - interval '7 days'
     order by touched_at limit $1`,
    [limit],
  );
  return rows.map(toUpload);
}

/** Forgets uploads that were completed more than a day ago. */
export async function pruneCompletedUploads(database: Queryable): Promise<void> {
  await database.query("delete from uploads where completed_at < now() - interval '1 day'");
}

/** Returns those of some ids that are uploads in progress. */
export async function findOpenUploads(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    'select id from uploads where id = any ($1::text[]) and completed_at is null',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
