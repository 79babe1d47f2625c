import { recordEvent } from '../../database/activity/auditLog';
import { removeExpiredFiles } from '../../database/files/deletedFiles';
import { discardObjects, lockProjectOf } from '../../database/files/objectRemoval';
import { listUploadsInto, removeUpload } from '../../database/files/uploads';
import { withLease } from '../../database/jobs/leases';
import { finishWork, listWork, recordRemoval, type Removal } from '../../database/jobs/pendingWork';
import { listDeleted, removeItem } from '../../database/projects/deletedItems';
import { withSponsorLock } from '../../database/projects/sponsorLock';
import type { Queryable } from '../../database/sql';
import { removeDiscardedBlobs } from '../../objects/discardedBlobs';
import { ownsContents } from '../../objects/storageSweep';
import { removeOrphans } from '../../pipelines/workerJobs';
import type { Services } from '../services';

/**
 * Permanent removals of projects and datasets, whose files are removed in batches so that other requests are not
 * blocked.
 */

type Stored = Pick<Services, 'database' | 'folder' | 'blobs'>;

/** Objects that one transaction removes: with the embedded database, others wait for it. */
const BATCH = 200;
const EXPIRED_BATCH = 100;

/**
 * Completes the removal of rows, or waits until another server has completed it. `removeFiles` removes the files later.
 */
function complete(stored: Stored, id: string, removal: Removal, stop: AbortSignal): Promise<void> {
  return withLease(stored.database, { table: 'pending_work', key: id }, stop, (signal) =>
    removeNow(stored, id, removal, signal),
  );
}

/** Removes the files that completed removals have left behind. */
async function removeFiles(stored: Stored, signal: AbortSignal): Promise<void> {
  await removeDiscardedBlobs(stored, signal);
  if (await ownsContents(stored)) await removeOrphans(stored);
}

/** Removes uploads in progress: removing their project would remove the rows that know their contents. */
async function removeUploadsInto(
  { database, blobs }: Stored,
  owner: 'project_hash' | 'dataset_hash',
  hash: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const uploads = await listUploadsInto(database, owner, hash, EXPIRED_BATCH);
    if (uploads.length === 0) return;
    for (const { id, blob } of uploads) {
      signal.throwIfAborted();
      await removeUpload(database, id);
      await blobs.endUpload({ uploadId: id, blob });
    }
  }
}

async function removeNow(stored: Stored, id: string, { kind, hash }: Removal, signal: AbortSignal): Promise<void> {
  const { database } = stored;
  const type = kind === 'remove-project' ? 'project' : 'dataset';
  const owner = `${type}_hash` as const;
  await removeUploadsInto(stored, owner, hash, signal);
  while (await discardObjects(database, owner, hash, BATCH)) signal.throwIfAborted();
  await database.transaction(async (transaction) => {
    // An upload may have been completed while the row was being hidden.
    await lockProjectOf(transaction, hash);
    await discardObjects(transaction, owner, hash, BATCH);
    await removeItem(transaction, type, hash);
    await finishWork(transaction, id);
  });
}

/**
 * Removes a project or dataset of a sponsor permanently. If the server is killed, the next sweep completes the removal.
 *
 * @param hide Marks the row as deleted, which hides it while its files are removed.
 */
export async function removePermanently(
  stored: Stored,
  { sponsorId, ...removal }: Removal & { readonly sponsorId: string },
  hide: (transaction: Queryable) => Promise<void>,
): Promise<void> {
  // Changes in progress, which have found the row, need it until they are committed. Later changes don't find it.
  const id = await withSponsorLock(stored.database, sponsorId, async (transaction) => {
    await hide(transaction);
    return recordRemoval(transaction, removal);
  });
  const { signal } = new AbortController();
  await complete(stored, id, removal, signal);
  await removeFiles(stored, signal);
}

/** Completes the removals that a stopped server left unfinished, or that failed. */
export async function resumeRemovals(stored: Stored, signal: AbortSignal): Promise<void> {
  const unfinished = await listWork(stored.database);
  for (const { id, ...removal } of unfinished) await complete(stored, id, removal, signal);
  if (unfinished.length > 0) await removeFiles(stored, signal);
}

/** Removes the projects, datasets and files that were deleted more than some days ago. */
export async function removeExpired(stored: Stored, days: number, signal: AbortSignal): Promise<void> {
  const { database } = stored;
  while (await removeExpiredFiles(database, days, BATCH)) signal.throwIfAborted();
  await removeDiscardedBlobs(stored, signal);
  for (;;) {
    const expired = await listDeleted(database, { olderThanDays: days }, EXPIRED_BATCH);
    if (expired.length === 0) return;
    for (const { hash, type, sponsorId } of expired) {
      signal.throwIfAborted();
      const removal = { kind: `remove-${type}`, hash } as const;
      const id = await withSponsorLock(database, sponsorId, async (transaction) => {
        // It may have been restored, or removed with its project.
        const [item] = await listDeleted(transaction, { hash, olderThanDays: days }, 1);
        if (item === undefined) return undefined;
        const details = `deleted at ${item.deletedAt.toISOString()}`;
        const event = { action: 'delete permanently', type, id: hash, name: item.name, details } as const;
        await recordEvent(transaction, { sponsorId }, event);
        return recordRemoval(transaction, removal);
      });
      if (id !== undefined) await complete(stored, id, removal, signal);
    }
    await removeFiles(stored, signal);
  }
}
