import { recordEvents } from '../activity/auditLog';
import { ROWS_PER_STATEMENT, type Database, type Queryable } from '../sql';

/** A file that was deleted but can still be restored. */
interface DeletedFile {
  readonly key: string;
  readonly size: number;
  readonly deletedAt: Date;
  /** Another file has taken its place. */
  readonly isReplaced: boolean;
  /** Files that were deleted or replaced together have the same act. */
  readonly act?: string;
}

/**
 * Lists deleted files of a sponsor, or files that one of its users deleted, latest first, except the files of deleted projects and
 * datasets. Reads them in the order of an index, in batches between which others run: files of a deleted project may come first.
 */
export async function listDeletedFiles(
  database: Queryable,
  { sponsorId, deletedBy }: { readonly sponsorId: string; readonly deletedBy?: string | undefined },
  limit: number,
): Promise<DeletedFile[]> {
  const listed: DeletedFile[] = [];
  // Two texts, so that each is planned with the index of its own.
  const ofUser = deletedBy === undefined ? '' : 'and deleted_by = $5';
  let last: readonly [deletedAt: string, blob: string] = ['infinity', ''];
  for (;;) {
    const { rows } = await database.query<Omit<DeletedFile, 'key'> & { blob: string; key?: string; position: string }>(
      `select blob, deleted.size, deleted.deleted_at as "deletedAt", is_replaced as "isReplaced", act,
         deleted.deleted_at::text as position,
         case when projects.deleted_at is null and datasets.deleted_at is null
           then projects.sponsor_id || '/' || title || '/' || coalesce(name || '/', '') || path end as key
       from (
         select * from deleted_objects
         where sponsor_id = $1 ${ofUser} and (deleted_at, blob) < ($2, $3)
         order by sponsor_id, deleted_at desc, blob desc limit $4
       ) deleted
       join projects on projects.hash = deleted.project_hash
       left join datasets on datasets.hash = deleted.dataset_hash
       order by deleted.deleted_at desc, blob desc`,
      [sponsorId, ...last, ROWS_PER_STATEMENT, ...(deletedBy === undefined ? [] : [deletedBy])],
    );
    for (const { key, ...file } of rows) if (key !== undefined) listed.push({ ...file, key });
    const end = rows.at(-1);
    if (end === undefined || rows.length < ROWS_PER_STATEMENT || listed.length >= limit) break;
    last = [end.position, end.blob];
  }
  // Files that were deleted at the same time are in the order of their keys.
  return listed.sort(compareDeleted).slice(0, limit);
}

function compareDeleted(one: DeletedFile, other: DeletedFile): number {
  const later = other.deletedAt.getTime() - one.deletedAt.getTime();
  if (later !== 0) return later;
  return one.key < other.key ? -1 : Number(one.key > other.key);
}

/** Removes up to `limit` files that were deleted more than some days ago. Returns whether there may be more. */
export function removeExpiredFiles(database: Database, days: number, limit: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<
      Pick<DeletedFile, 'key' | 'deletedAt' | 'isReplaced'> & { blob: string; sponsorId: string }
    >(
      `select blob, projects.sponsor_id as "sponsorId", deleted_objects.deleted_at as "deletedAt", is_replaced as "isReplaced",
         projects.sponsor_id || '/' || title || '/' || coalesce(name || '/', '') || path as key
       from deleted_objects join projects on projects.hash = deleted_objects.project_hash
       left join datasets on datasets.hash = deleted_objects.dataset_hash
       where deleted_objects.deleted_at <= now() - make_interval(days => $1)
       order by deleted_objects.deleted_at limit $2 for update of deleted_objects`,
      [days, limit],
    );
    for (const sponsorId of new Set(rows.map((row) => row.sponsorId))) {
      const events = rows
        .filter((row) => row.sponsorId === sponsorId)
        .map(({ key: name, deletedAt, isReplaced }) => {
          const details = `${isReplaced ? 'replaced' : 'deleted'} at ${deletedAt.toISOString()}`;
          return { action: 'delete permanently', type: 'file', name, details } as const;
        });
      await recordEvents(transaction, { sponsorId }, events);
    }
    await transaction.query(
      `with removed as (delete from deleted_objects where blob = any ($1::text[]) returning blob, size)
       insert into discarded_blobs (blob, size, remove_after) select blob, size, now() from removed
       on conflict do nothing`,
      [rows.map(({ blob }) => blob)],
    );
    return rows.length === limit;
  });
}
