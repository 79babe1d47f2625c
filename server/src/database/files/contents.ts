import type { FoundContent } from '@data-manager/domain/pictures/check/foundContent';
import { EXTEND_LEASE, IS_FREE } from '../jobs/leases';
import type { Queryable } from '../sql';

/** An image whose content is not known. */
export interface UnknownContent {
  readonly leaseId: string;
  readonly blob: string;
  /** Absent if its files were removed. */
  readonly sponsorId?: string;
}

/** Leases the latest image whose content is not known and that no server reads; undefined if there is none. */
export async function takeContent(database: Queryable, leaseId: string): Promise<UnknownContent | undefined> {
  const { rows } = await database.query<UnknownContent>(
    `update contents set lease_id = $1, ${EXTEND_LEASE}
     where (project_hash, etag) = (
       select project_hash, etag from contents where found is null and ${IS_FREE}
       order by added_at desc limit 1 for update skip locked
     )
     returning lease_id as "leaseId", blob, (
       select sponsor_id from projects where hash = contents.project_hash
         and exists (select from objects where blob = contents.blob
           union all select from deleted_objects where blob = contents.blob)
     ) as "sponsorId"`,
    [leaseId],
  );
  return rows[0];
}

/** Stores what was found in an image, for all files with the same bytes. */
export async function recordContent(database: Queryable, blob: string, found: FoundContent): Promise<void> {
  await database.query(
    `update contents set found = $2, lease_id = null, lease_until = null
     where found is null and (project_hash, etag) in (
       select project_hash, coalesce(etag, blob) from objects where blob = $1
       union all select project_hash, coalesce(etag, blob) from deleted_objects where blob = $1
     )`,
    [blob, found],
  );
}
