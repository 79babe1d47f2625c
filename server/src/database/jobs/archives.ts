import { batchesOf, onlyRow, type Queryable } from '../sql';
import { EXTEND_LEASE, IS_FREE } from './leases';

/** Keys per row of a selection. */
const KEYS_PER_BATCH = 1_000;

export const ARCHIVE_STATUSES = ['PREPARING', 'COMPLETED', 'FAILED'] as const;

/** An archive in preparation, ready for download or failed. */
export interface Archive {
  readonly ref: string;
  readonly sponsorId: string;
  readonly zipFileName: string;
  readonly onlyDownSamples: boolean;
  /** The selected folder; undefined if files were selected. */
  readonly folder?: string | undefined;
  /** The longest common folder of selected files. */
  readonly commonFolder: string;
  readonly status: (typeof ARCHIVE_STATUSES)[number];
  /** Number of files in the archive. */
  readonly totalFiles: number;
  /** Total size of the objects in bytes. */
  readonly totalSize: number;
  /** Bytes of the objects that have been read. */
  readonly bytesRead: number;
  /** Bytes of the downsampled images in the archive. */
  readonly downsampledSize: number;
  /** The reason for a failure, for the user. */
  readonly msg?: string | undefined;
  /** Names the file of a completed archive. */
  readonly archiveId?: string | undefined;
  /** Bytes of the file. */
  readonly archiveSize?: number;
  /** The number of times a server has started to write it. */
  readonly attempts: number;
}

const COLUMNS = `ref, sponsor_id as "sponsorId", zip_file_name as "zipFileName", only_down_samples as "onlyDownSamples", folder,
  common_folder as "commonFolder", status, total_files as "totalFiles", total_size as "totalSize", bytes_read as "bytesRead",
  downsampled_size as "downsampledSize", message as msg, archive_id as "archiveId", archive_size as "archiveSize", attempts`;

/** An archive that a server has leased. */
export interface LeasedArchive extends Archive {
  readonly leaseId: string;
}

/** An archive to be added. */
interface NewArchive
  extends
    Pick<Archive, 'ref' | 'sponsorId' | 'zipFileName' | 'onlyDownSamples' | 'folder' | 'commonFolder'>,
    Pick<Archive, 'totalFiles' | 'totalSize'> {
  /** The selected files; empty for a folder. */
  readonly keys: readonly string[];
}

/** Adds an archive that is hidden until `startPreparing`. */
export async function addArchive(transaction: Queryable, archive: NewArchive): Promise<void> {
  const { ref, keys, folder } = archive;
  await transaction.query(
    `insert into archives (ref, sponsor_id, zip_file_name, only_down_samples, folder, common_folder,
       selected_characters, status, total_files, total_size)
     values ($1, $2, $3, $4, $5, $6, $7, 'SELECTING', $8, $9)`,
    [
      ref,
      archive.sponsorId,
      archive.zipFileName,
      archive.onlyDownSamples,
      folder ?? null,
      archive.commonFolder,
      countCharacters(folder === undefined ? keys : [folder]),
      archive.totalFiles,
      archive.totalSize,
    ],
  );
}

/** Stores the selected files of an archive, in batches so that the embedded database runs other queries in between. */
export async function addArchiveFiles(database: Queryable, ref: string, keys: readonly string[]): Promise<void> {
  let number = 0;
  for (const batch of batchesOf(keys, KEYS_PER_BATCH)) {
    await database.query('insert into archive_files (ref, batch, keys) values ($1, $2, $3)', [ref, number, batch]);
    number += 1;
  }
}

/** Makes an archive visible after its selection was stored, and queues it to be written. */
export async function startPreparing(transaction: Queryable, ref: string): Promise<void> {
  onlyRow(await transaction.query("update archives set status = 'PREPARING' where ref = $1 returning ref", [ref]));
}

/** Counts the characters of keys. */
export function countCharacters(keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + key.length, 0);
}

/** Iterates over the selected files of an archive, in batches. */
export async function* listArchiveFiles(database: Queryable, ref: string): AsyncGenerator<readonly string[]> {
  for (let batch = 0; ; batch += 1) {
    const { rows } = await database.query<{ keys: string[] }>(
      'select keys from archive_files where ref = $1 and batch = $2',
      [ref, batch],
    );
    const [row] = rows;
    if (row === undefined) return;
    yield row.keys;
  }
}

/** Counts the archives that a sponsor has in preparation, and the characters of the keys that they select. */
export async function countPreparing(database: Queryable, sponsorId: string) {
  const result = await database.query<{ archives: number; characters: number }>(
    `select count(*) as archives, coalesce(sum(selected_characters), 0)::bigint as characters from archives
     where sponsor_id = $1 and status in ('SELECTING', 'PREPARING')`,
    [sponsorId],
  );
  return onlyRow(result);
}

/** Keeps other requests of a sponsor from adding archives until the transaction ends. */
export async function lockArchives(transaction: Queryable, sponsorId: string): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtextextended('archives of ' || $1, 0))", [sponsorId]);
}

/** Finds an archive of a sponsor. */
export async function findArchive(database: Queryable, sponsorId: string, ref: string): Promise<Archive | undefined> {
  const { rows } = await database.query<Archive>(
    `select ${COLUMNS} from archives where ref = $1 and sponsor_id = $2 and status <> 'SELECTING'`,
    [ref, sponsorId],
  );
  return rows[0];
}

/**
 * Leases the next archive to be written; undefined if there is none. Sponsors take turns: the one with the fewest
 * archives in progress comes first, then the one that has waited longest since its last turn.
 */
export async function takeArchive(database: Queryable, leaseId: string): Promise<LeasedArchive | undefined> {
  const { rows } = await database.query<LeasedArchive>(
    `update archives set lease_id = $1, ${EXTEND_LEASE}, started_at = now(), attempts = attempts + 1,
       bytes_read = 0, downsampled_size = 0
     where ref = (
       select archives.ref from archives join (
         select sponsor_id, count(*) filter (where not ${IS_FREE}) as under_way
         from archives where status = 'PREPARING' group by sponsor_id
       ) sponsors using (sponsor_id)
       cross join lateral (
         select max(started_at) as last_turn from archives past where past.sponsor_id = sponsors.sponsor_id
       ) turns
       where status = 'PREPARING' and ${IS_FREE}
       order by under_way, last_turn nulls first, created_at, ref limit 1
       for update of archives skip locked
     )
     returning ${COLUMNS}, lease_id as "leaseId"`,
    [leaseId],
  );
  return rows[0];
}

/** The progress of an archive that is being written. */
export type ArchiveProgress = Pick<Archive, 'totalFiles' | 'totalSize' | 'bytesRead' | 'downsampledSize'>;

/** Records the progress and extends the lease. Returns false if the lease was lost. */
export async function saveArchiveProgress(
  database: Queryable,
  leaseId: string,
  { totalFiles, totalSize, bytesRead, downsampledSize }: ArchiveProgress,
): Promise<boolean> {
  const { rows } = await database.query(
    `update archives set total_files = $2, total_size = $3, bytes_read = $4, downsampled_size = $5, ${EXTEND_LEASE}
     where lease_id = $1 and status = 'PREPARING' returning ref`,
    [leaseId, totalFiles, totalSize, bytesRead, downsampledSize],
  );
  return rows.length > 0;
}

/** The result of an archive: the size of its file, or why it failed. */
export type ArchiveEnd = { readonly archiveSize: number } | { readonly msg: string };

/** Records the result of an archive and deletes its selection. Returns false if the lease was lost. */
export async function endArchive(
  database: Queryable,
  leaseId: string,
  { totalFiles, totalSize }: Pick<Archive, 'totalFiles' | 'totalSize'>,
  end: ArchiveEnd,
): Promise<boolean> {
  const isCompleted = 'archiveSize' in end;
  const { rows } = await database.query(
    `with ended as (
       update archives set status = $2, archive_id = $3, archive_size = $4, message = $5, total_files = $6,
         total_size = $7, folder = null, common_folder = '', lease_id = null, lease_until = null
       where lease_id = $1 and status = 'PREPARING' returning ref
     ), forgotten as (
       delete from archive_files where ref in (select ref from ended)
     )
     select ref from ended`,
    [
      leaseId,
      isCompleted ? 'COMPLETED' : 'FAILED',
      isCompleted ? leaseId : null,
      isCompleted ? end.archiveSize : null,
      isCompleted ? null : end.msg,
      totalFiles,
      totalSize,
    ],
  );
  return rows.length > 0;
}

/** Removes an archive of a sponsor, and returns it. */
export async function removeArchive(database: Queryable, sponsorId: string, ref: string): Promise<Archive | undefined> {
  const { rows } = await database.query<Archive>(
    `delete from archives where ref = $1 and sponsor_id = $2 returning ${COLUMNS}`,
    [ref, sponsorId],
  );
  return rows[0];
}

/**
 * Deletes archives that were requested more than a day ago, unless they are still in preparation, and those whose
 * selection was not stored, because the server was killed.
 */
export async function pruneArchives(database: Queryable): Promise<void> {
  await database.query("delete from archives where status <> 'PREPARING' and created_at < now() - interval '1 day'");
  await database.query("delete from archives where status = 'SELECTING' and created_at < now() - interval '1 hour'");
}

/** Returns the ids that name the file of an archive, or of an attempt to write an archive. */
export async function findArchiveIds(database: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    `select archive_id as id from archives where archive_id = any ($1::text[])
     union select lease_id from archives where lease_id = any ($1::text[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
