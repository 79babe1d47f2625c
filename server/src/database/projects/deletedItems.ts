import type { Queryable } from '../sql';

/** A soft-deleted project or dataset that is not being removed. */
export interface DeletedItem {
  readonly type: 'project' | 'dataset';
  readonly hash: string;
  readonly sponsorId: string;
  readonly projectHash: string;
  /** The title or name. */
  readonly name: string;
  readonly deletedAt: Date;
}

/** Selects deleted items that match all given conditions. */
interface DeletedFilter {
  readonly sponsorId?: string;
  readonly hash?: string;
  /** Only what this user deleted. */
  readonly deletedBy?: string | undefined;
  /** Only items that were deleted more than this many days ago. */
  readonly olderThanDays?: number;
}

/** Lists deleted items, latest first. Of items that were deleted together, projects come first. */
export async function listDeleted(
  database: Queryable,
  { sponsorId, hash, deletedBy, olderThanDays = 0 }: DeletedFilter,
  limit: number,
): Promise<DeletedItem[]> {
  const { rows } = await database.query<DeletedItem>(
    `select type, hash, sponsor_id as "sponsorId", project_hash as "projectHash", name, deleted_at as "deletedAt" from (
       select 'project' as type, hash, sponsor_id, hash as project_hash, title as name, deleted_at, deleted_by from projects
       where deleted_at is not null
       union all
       select 'dataset', datasets.hash, sponsor_id, project_hash, name, datasets.deleted_at, datasets.deleted_by
       from datasets join projects on projects.hash = project_hash where datasets.deleted_at is not null
     ) items
     where ($1::text is null or sponsor_id = $1) and ($2::text is null or hash = $2)
       and deleted_at <= now() - make_interval(days => $3) and ($5::text is null or deleted_by = $5)
       and not exists (select from pending_work where pending_work.hash in (items.hash, items.project_hash))
     order by deleted_at desc, type desc, hash limit $4`,
    [sponsorId ?? null, hash ?? null, olderThanDays, limit, deletedBy ?? null],
  );
  return rows;
}

/** Soft-deletes a project or dataset: its row, title or name, and objects are kept. */
export async function markDeleted(
  database: Queryable,
  type: DeletedItem['type'],
  hash: string,
  userId?: string,
): Promise<void> {
  await database.query(
    `update ${type}s set deleted_at = coalesce(deleted_at, now()), deleted_by = coalesce(deleted_by, $2) where hash = $1`,
    [hash, userId ?? null],
  );
}

/** Deletes the row of a project or dataset, and the rows of its datasets and jobs. */
export async function removeItem(database: Queryable, type: DeletedItem['type'], hash: string): Promise<void> {
  await database.query(`delete from ${type}s where hash = $1`, [hash]);
}

/** Restores a deleted project or dataset. Returns false if it is being removed. */
export async function restoreDeleted(
  transaction: Queryable,
  type: DeletedItem['type'],
  hash: string,
): Promise<boolean> {
  // Waits for a removal that is being recorded, which the next statement then sees.
  await transaction.query(`select from ${type}s where hash = $1 for update`, [hash]);
  const { rows } = await transaction.query(
    `update ${type}s set deleted_at = null, deleted_by = null
     where hash = $1 and not exists (select from pending_work where pending_work.hash = $1) returning 1`,
    [hash],
  );
  return rows.length > 0;
}
