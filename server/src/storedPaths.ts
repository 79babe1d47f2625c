import { removeDataset } from './database/datasets';
import { finishWork, listWork, recordWork, type PendingWork } from './database/pendingWork';
import { removeProject } from './database/projects';
import type { Queryable } from './database/sql';
import { HttpError } from './errors';
import { removeOrphans } from './pipelines/workerJobs';
import type { Services } from './services';

/**
 * Keeps object paths in sync with the titles and names in the database. Each change is recorded in the same transaction
 * as the rows and deleted once the objects have been moved, so that a server that was killed in between completes it at
 * its next start, before it accepts requests. Call these functions inside `withSponsorLock`, and read the rows there.
 */

type Stored = Pick<Services, 'database' | 'folder' | 'objects'>;

async function hasObjects(objects: Stored['objects'], path: string): Promise<boolean> {
  return (await objects.list(path, { limit: 1 })).objects.length > 0;
}

/**
 * Renames a project or dataset and moves its objects.
 *
 * @param update Writes the new name.
 * @param restore Writes the old name if the objects could not be moved.
 * @throws HttpError 409 if there are objects at the new path.
 */
export async function renameStored<Row>(
  { database, objects }: Stored,
  move: { readonly hash: string; readonly fromPath: string; readonly toPath: string },
  update: (transaction: Queryable) => Promise<Row>,
  restore: (transaction: Queryable) => Promise<unknown>,
): Promise<Row> {
  const changesCaseOnly = move.fromPath.toLowerCase() === move.toPath.toLowerCase();
  if (!changesCaseOnly && (await hasObjects(objects, move.toPath))) {
    throw new HttpError(409, `There are already files at ${move.toPath}. Choose another name.`, 'EXISTS');
  }
  const { row, workId } = await database.transaction(async (transaction) => ({
    row: await update(transaction),
    workId: await recordWork(transaction, { kind: 'move', ...move }),
  }));
  try {
    await objects.move(move.fromPath, move.toPath);
  } catch (error) {
    await database.transaction(async (transaction) => {
      await restore(transaction);
      await finishWork(transaction, workId);
    });
    throw error;
  }
  await finishWork(database, workId);
  return row;
}

async function removeNow(stored: Stored, id: string, work: PendingWork): Promise<void> {
  const { database, objects } = stored;
  await objects.remove(work.fromPath);
  await database.transaction(async (transaction) => {
    // Delete the row last: until then no new project can use the title, whose files would be removed too.
    await (work.kind === 'remove-project' ? removeProject : removeDataset)(transaction, work.hash);
    await finishWork(transaction, id);
  });
  await removeOrphans(stored);
}

/**
 * Removes a project's or dataset's objects, then its rows.
 *
 * @param hide Marks the row as deleted, which hides it while its objects are removed.
 */
export async function removeStored(
  stored: Stored,
  work: Exclude<PendingWork, { readonly kind: 'move' }>,
  hide: (transaction: Queryable) => Promise<void>,
): Promise<void> {
  const id = await stored.database.transaction(async (transaction) => {
    await hide(transaction);
    return recordWork(transaction, work);
  });
  await removeNow(stored, id, work);
}

/** Completes the changes that a stopped server left unfinished. Call it before the server accepts requests. */
export async function resumePendingWork(stored: Stored): Promise<void> {
  for (const { id, work } of await listWork(stored.database)) {
    if (work.kind === 'move') {
      if (await hasObjects(stored.objects, work.fromPath)) await stored.objects.move(work.fromPath, work.toPath);
      await finishWork(stored.database, id);
    } else {
      await removeNow(stored, id, work);
    }
  }
}
