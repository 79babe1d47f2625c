import {
  findOpenUploads,
  listAbandonedUploads,
  listUploadsAfter,
  pruneCompletedUploads,
  removeUpload,
  setStoredBytes,
} from '../database/files/uploads';
import type { Database } from '../database/sql';
import type { BlobStore } from '../storage/blobStore';
import { ownsContents } from './storageSweep';

interface Stored {
  readonly database: Database;
  readonly blobs: BlobStore;
}

interface SweepOptions {
  readonly signal: AbortSignal;
  /** Parts of younger uploads may get their rows soon. */
  readonly startedBefore: Date;
  /** Counts the parts of uploads in progress, for the quota. */
  readonly countsParts: boolean;
}

/** Uploads that one query lists. */
const SWEEP_BATCH = 100;

/** Removes abandoned uploads and old records, and parts that no row refers to. */
export async function sweepUploads(stored: Stored, options: SweepOptions): Promise<void> {
  const { database } = stored;
  await pruneCompletedUploads(database);
  await removeAbandoned(stored, options);
  if (options.countsParts) await countParts(stored, options);
  // The uploads of another database would all be unknown.
  if (await ownsContents(stored)) await removeUnknown(stored, options);
}

async function removeAbandoned({ database, blobs }: Stored, { signal }: SweepOptions): Promise<void> {
  for (;;) {
    const abandoned = await listAbandonedUploads(database, SWEEP_BATCH);
    for (const { id, blob } of abandoned) {
      signal.throwIfAborted();
      await removeUpload(database, id);
      await blobs.endUpload({ uploadId: id, blob });
    }
    if (abandoned.length < SWEEP_BATCH) return;
  }
}

/** Counts the bytes of parts whose upload has asked for no more URLs, which the servers of an S3 storage never see. */
async function countParts({ database, blobs }: Stored, { signal }: SweepOptions): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const batch = await listUploadsAfter(database, after, SWEEP_BATCH);
    for (const { id, blob } of batch) {
      signal.throwIfAborted();
      await setStoredBytes(database, id, (await blobs.received({ uploadId: id, blob })).bytes);
    }
    after = batch.at(-1)?.id;
  }
}

async function removeUnknown({ database, blobs }: Stored, { signal, startedBefore }: SweepOptions): Promise<void> {
  for await (const batch of blobs.uploadsBefore(startedBefore)) {
    const open = await findOpenUploads(
      database,
      batch.map(({ uploadId }) => uploadId),
    );
    for (const upload of batch) if (!open.has(upload.uploadId)) await blobs.endUpload(upload);
    signal.throwIfAborted();
  }
}
