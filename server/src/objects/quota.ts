import { HttpError } from '../common/errors';
import { lockSponsor } from '../database/projects/sponsorLock';
import { onlyRow, type Database, type Queryable } from '../database/sql';

/** A file that is to be stored. */
interface NewFile {
  readonly sponsorId: string;
  /** Size in bytes; 0 if it is not known. */
  readonly bytes: number;
  /** Its upload, whose parts become the file. */
  readonly uploadId?: string;
}

const GB = 1_000 ** 3;
/** How long a count is used while it is far from the quota: counting 100,000 files takes tens of milliseconds. */
const KEEP_COUNT_MS = 5_000;
/** Share of the quota from which every check counts the files. */
const COUNTED_SHARE = 0.9;

/** Bytes in the store. */
interface Usage {
  readonly kept: number;
  /** Bytes of contents that no file refers to any more. */
  readonly discarded: number;
}

interface CountedUsage extends Usage {
  /** When it was counted. */
  readonly atMs: number;
}

export type Quota = ReturnType<typeof createQuota>;

/**
 * Limits the bytes that a sponsor takes up in the store: files, deleted and replaced files until their contents are removed, and
 * uploads in progress as far as they were counted.
 *
 * @param removeDiscarded Removes the contents that are due.
 */
export function createQuota(database: Database, quotaBytes: number, removeDiscarded: () => Promise<void>) {
  const usages = new Map<string, CountedUsage>();

  async function usageOf(transaction: Queryable, { sponsorId, bytes, uploadId }: NewFile): Promise<CountedUsage> {
    const known = usages.get(sponsorId);
    const isRecent = known !== undefined && performance.now() - known.atMs < KEEP_COUNT_MS;
    if (isRecent && known.kept + known.discarded + bytes <= quotaBytes * COUNTED_SHARE) return known;
    return { ...(await countBytes(transaction, sponsorId, uploadId)), atMs: performance.now() };
  }

  /** Resolves to true if the discarded contents and the file exceed the quota together. */
  async function check(transaction: Queryable, file: NewFile): Promise<boolean> {
    const { sponsorId, bytes } = file;
    const { kept, discarded, atMs } = await usageOf(transaction, file);
    const needed = kept + Math.max(bytes, 1);
    if (needed > quotaBytes) throw quotaExceeded(sponsorId, quotaBytes);
    usages.set(sponsorId, { kept: kept + bytes, discarded, atMs });
    return needed + discarded > quotaBytes;
  }

  return {
    /**
     * Checks that a sponsor may add a file, or any file if the size is not known, and runs a task in the same transaction.
     *
     * @throws HttpError 507 `QUOTA_EXCEEDED`.
     */
    async reserve(file: NewFile, task: (transaction: Queryable) => Promise<void>): Promise<void> {
      const isTight = await database.transaction(async (transaction) => {
        // Uploads that are completed at the same time must not exceed the quota together.
        await lockSponsor(transaction, file.sponsorId);
        const exceeds = await check(transaction, file);
        await task(transaction);
        return exceeds;
      });
      if (!isTight) return;
      await removeDiscarded();
      usages.delete(file.sponsorId);
    },
  };
}

function quotaExceeded(sponsorId: string, quotaBytes: number): HttpError {
  const quota = `${String(quotaBytes / GB)} GB`;
  return new HttpError(507, `${sponsorId} has no space left of its ${quota}. Delete files first.`, 'QUOTA_EXCEEDED');
}

/**
 * Counts the bytes of a sponsor's projects, each in its own rows. In the order of indexes: if most files belong to one project, the
 * planner would otherwise look for those of each other project in the whole table.
 *
 * @param uploadId An upload that does not count, because its file is about to be counted.
 */
async function countBytes(database: Queryable, sponsorId: string, uploadId = ''): Promise<Usage> {
  const result = await database.query<Usage>(
    `select coalesce(sum(kept.size), 0)::bigint + (
       select coalesce(sum(stored_bytes), 0)::bigint from uploads
       where sponsor_id = $1 and completed_at is null and id <> $2
     ) as kept, coalesce(sum(discarded.size), 0)::bigint as discarded
     from projects
     cross join lateral (
       select sum(size) as size from (
         (select size from objects where project_hash = projects.hash order by dataset_hash, path offset 0)
         union all
         (select size from deleted_objects where project_hash = projects.hash
          order by dataset_hash, path, deleted_at offset 0)
       ) files
     ) kept
     cross join lateral (
       select sum(size) as size from (
         select size from discarded_blobs where split_part(blob, '/', 1) = projects.hash order by blob offset 0
       ) blobs
     ) discarded
     where sponsor_id = $1`,
    [sponsorId, uploadId],
  );
  return onlyRow(result);
}
