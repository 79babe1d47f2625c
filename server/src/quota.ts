import { onlyRow, type Queryable } from './database/sql';
import { HttpError } from './errors';

/** Limits the bytes that the files of a sponsor take up. Deleted files count until they are removed. */
export interface Quota {
  /**
   * Checks that a sponsor may add a file, or any file if the size is not known.
   *
   * @param sizeOfReplaced Returns the size of the file that it replaces.
   * @throws HttpError 507 `QUOTA_EXCEEDED`.
   */
  require(
    database: Queryable,
    sponsorId: string,
    bytes?: number,
    sizeOfReplaced?: () => Promise<number>,
  ): Promise<void>;
}

const GB = 1_000 ** 3;
/** How long a count is used while it is far from the quota: counting 100,000 files takes tens of milliseconds. */
const KEEP_COUNT_MS = 5_000;
/** Share of the quota from which every check counts the files. */
const COUNTED_SHARE = 0.9;

/** Creates the quota of each sponsor; undefined for none. */
export function createQuota(quotaBytes: number | undefined): Quota {
  if (quotaBytes === undefined) return { require: () => Promise.resolve() };
  const counts = new Map<string, { bytes: number; readonly atMs: number }>();
  return {
    async require(database, sponsorId, bytes = 0, sizeOfReplaced = () => Promise.resolve(0)) {
      const replacedBytes = await sizeOfReplaced();
      let count = counts.get(sponsorId);
      const isRecent = count !== undefined && performance.now() - count.atMs < KEEP_COUNT_MS;
      if (count === undefined || !isRecent || count.bytes + bytes > quotaBytes * COUNTED_SHARE) {
        count = { bytes: await countBytes(database, sponsorId), atMs: performance.now() };
        counts.set(sponsorId, count);
      }
      if (count.bytes - replacedBytes + Math.max(bytes, 1) > quotaBytes) {
        const quota = `${String(quotaBytes / GB)} GB`;
        throw new HttpError(
          507,
          `${sponsorId} has no space left of its ${quota}. Delete files first.`,
          'QUOTA_EXCEEDED',
        );
      }
      count.bytes += bytes - replacedBytes;
    },
  };
}

async function countBytes(database: Queryable, sponsorId: string): Promise<number> {
  const result = await database.query<{ bytes: number }>(
    `select coalesce(sum(size), 0)::bigint as bytes
     from (select project_hash, size from objects union all select project_hash, size from deleted_objects) files
     where project_hash in (select hash from projects where sponsor_id = $1)`,
    [sponsorId],
  );
  return onlyRow(result).bytes;
}
