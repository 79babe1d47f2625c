import { forgetBlobs, listDueBlobs } from '../database/files/objectRemoval';
import { batchesOf, type Queryable } from '../database/sql';
import type { BlobStore } from '../storage/blobStore';

/** Blobs that are removed together: the store lists all previews of their project. */
const BATCH = 1_000;

/**
 * Removes blobs that no object refers to. Servers may do so at the same time, because the key of a blob is never used
 * again.
 */
export async function removeDiscardedBlobs(
  { database, blobs }: { readonly database: Queryable; readonly blobs: Pick<BlobStore, 'remove'> },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const due = await listDueBlobs(database, BATCH);
    if (due.length === 0) return;
    await blobs.remove(due);
    for (const batch of batchesOf(due)) await forgetBlobs(database, batch);
  }
}
