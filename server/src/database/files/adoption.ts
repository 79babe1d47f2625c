import { onlyRow, type Database, type Queryable } from '../sql';
import type { PlaceOwner } from './objectPlaces';

/*
 * Folders that become datasets.
 *
 * Problem: a folder can have 100,000 rows. Moving them in one transaction would keep all others from the embedded database for
 * seconds.
 * Idea: the dataset appears at once, marked with `adopts_folder`, and the rows follow in batches. A file has the same key before and
 * after its row is moved, and queries find the row in both places, so users notice nothing. After a crash, the next sweep moves the
 * rest.
 * Cost: changes that depend on the place of a row wait until all rows are moved (`whenSettled`).
 */

/** Rows that one transaction moves. */
const BATCH = 100;

/** A change needs to know all files of a dataset, some of which are still rows of a folder. */
export class UnsettledFolderError extends Error {
  constructor(readonly datasetHash: string) {
    super(`The folder of the dataset ${datasetHash} is being moved.`);
  }
}

/** Runs a change again whenever it finds an unsettled folder, after moving the rest of the folder. */
export async function whenSettled<Result>(database: Database, change: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof UnsettledFolderError)) throw error;
      await adoptFolder(database, error.datasetHash);
    }
  }
}

/** @throws UnsettledFolderError if the files of a dataset are still being moved. */
export async function requireSettled(database: Queryable, datasetHashes: readonly string[]): Promise<void> {
  const { rows } = await database.query<{ hash: string }>(
    'select hash from datasets where hash = any ($1::text[]) and adopts_folder limit 1',
    [datasetHashes],
  );
  const [unsettled] = rows;
  if (unsettled !== undefined) throw new UnsettledFolderError(unsettled.hash);
}

/** @throws UnsettledFolderError if the dataset of a place is one whose files are still being moved. */
export function requireSettledOwner({ datasetHash, adoptsFolder }: PlaceOwner): void {
  if (datasetHash !== undefined && adoptsFolder === true) throw new UnsettledFolderError(datasetHash);
}

/**
 * Marks a dataset that has just been created or renamed if there is a folder with its name, whose files `adoptFolder` then moves.
 * Waits for changes of the project's files in progress: later changes see the mark.
 *
 * @returns Whether there is such a folder.
 */
export async function beginAdoption(transaction: Queryable, datasetHash: string): Promise<boolean> {
  const place = onlyRow(
    await transaction.query<FolderRow>(
      `select project_hash as "projectHash", name from datasets join projects on projects.hash = project_hash where datasets.hash = $1
       for update of projects`,
      [datasetHash],
    ),
  );
  const values = [place.projectHash, place.name];
  const isBelow = "project_hash = $1 and dataset_hash is null and path > $2 || '/' and path < $2 || '0'";
  const marked = await transaction.query(
    `update datasets set adopts_folder = true where hash = $3
       and (exists (select from objects where ${isBelow}) or exists (select from deleted_objects where ${isBelow})
         or exists (select from receipts where ${isBelow}))
     returning 1`,
    [...values, datasetHash],
  );
  // The row of an empty folder.
  await transaction.query(
    "delete from objects where project_hash = $1 and dataset_hash is null and path = $2 || '/'",
    values,
  );
  return marked.rows.length > 0;
}

/** Moves the files of a marked dataset's folder into it, unless others have. Several may do so at the same time. */
export async function adoptFolder(database: Database, datasetHash: string, signal?: AbortSignal): Promise<void> {
  // In this order, because a file that is deleted meanwhile goes from one table to the other.
  for (const table of ['objects', 'deleted_objects', 'receipts'] as const) {
    for (let after: string | undefined = ''; after !== undefined;) {
      signal?.throwIfAborted();
      after = await adoptBatch(database, { table, datasetHash, after });
    }
  }
  await database.query('update datasets set adopts_folder = false where hash = $1 and adopts_folder', [datasetHash]);
}

/** Completes the adoptions that a stopped server left unfinished. */
export async function resumeAdoptions(database: Database, signal: AbortSignal): Promise<void> {
  const { rows } = await database.query<{ hash: string }>('select hash from datasets where adopts_folder');
  for (const { hash } of rows) await adoptFolder(database, hash, signal);
}

interface FolderRow {
  projectHash: string;
  name: string;
}

interface Batch {
  readonly table: 'objects' | 'deleted_objects' | 'receipts';
  readonly datasetHash: string;
  /** The last path of the batch before. */
  readonly after: string;
}

/** Moves a batch of rows, and returns its last path; undefined if it was the last batch. */
function adoptBatch(database: Database, { table, datasetHash, after }: Batch): Promise<string | undefined> {
  return database.transaction(async (transaction) => {
    const found = await transaction.query<FolderRow>(
      `select project_hash as "projectHash", name from datasets join projects on projects.hash = project_hash
       where datasets.hash = $1 and adopts_folder for update of projects`,
      [datasetHash],
    );
    const [folder] = found.rows;
    if (folder === undefined) return undefined;
    // Deleted files can have the same path, so the next batch begins with the last one.
    const { rows } = await transaction.query<{ path: string; count: number }>(
      `with batch as materialized (
         select blob, path from ${table}
         where project_hash = $1 and dataset_hash is null and path > $2 || '/' and path < $2 || '0' and path >= $4
         order by project_hash, dataset_hash, path limit $5
       ), moved as (
         update ${table} set dataset_hash = $3, path = substr(${table}.path, length($2) + 2) from batch
         where ${table}.blob = batch.blob
       )
       select max(path) as path, count(*) as count from batch having count(*) > 0`,
      [folder.projectHash, folder.name, datasetHash, after, BATCH],
    );
    const [batch] = rows;
    return batch?.count === BATCH ? batch.path : undefined;
  });
}
