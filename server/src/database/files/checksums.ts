import type { ManifestAlgorithm } from '@data-manager/domain/checksums/manifest';
import { EXTEND_LEASE, IS_FREE } from '../jobs/leases';
import type { Queryable } from '../sql';

/** The checksums of a content, in hexadecimal. */
export type Checksums = Readonly<Record<ManifestAlgorithm, string>>;

/** A content whose checksums are not known. */
export interface UnhashedContent {
  readonly leaseId: string;
  readonly blob: string;
  /** Bytes. Absent if no file has the content any more. */
  readonly size?: number;
}

/** Leases the content whose checksums were requested first, or else the latest; undefined if there is none. */
export async function takeUnhashed(database: Queryable, leaseId: string): Promise<UnhashedContent | undefined> {
  const { rows } = await database.query<UnhashedContent>(
    `update checksums set lease_id = $1, ${EXTEND_LEASE}
     where blob = (
       select blob from checksums where sha256 is null and ${IS_FREE}
       order by requested_at, added_at desc limit 1 for update skip locked
     )
     returning lease_id as "leaseId", blob, (select size from objects where blob = checksums.blob) as size`,
    [leaseId],
  );
  return rows[0];
}

/** Returns the known checksums of contents by blob. */
export async function findChecksums(
  database: Queryable,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, Checksums>> {
  const { rows } = await database.query<Checksums & { readonly blob: string }>(
    'select blob, md5, sha256 from checksums where blob = any ($1::text[]) and sha256 is not null',
    [blobs],
  );
  return new Map(rows.map(({ blob, ...checksums }) => [blob, checksums]));
}

/** Moves contents to the front of those whose checksums are computed. */
export async function requestChecksums(database: Queryable, blobs: readonly string[]): Promise<void> {
  await database.query(
    `update checksums set requested_at = now()
     where blob = any ($1::text[]) and sha256 is null and requested_at is null`,
    [blobs],
  );
}

/** Stores the checksums of contents by blob. */
export async function recordChecksums(database: Queryable, found: ReadonlyMap<string, Checksums>): Promise<void> {
  const rows = Array.from(found, ([blob, checksums]) => ({ blob, ...checksums }));
  await database.query(
    `update checksums set md5 = found.md5, sha256 = found.sha256, lease_id = null, lease_until = null
     from jsonb_to_recordset($1::text::jsonb) as found (blob text, md5 text, sha256 text)
     where checksums.blob = found.blob and checksums.sha256 is null`,
    [JSON.stringify(rows)],
  );
}
