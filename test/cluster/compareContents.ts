import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { openPostgres } from '../../server/src/database/connection/postgresServer';
import { dataFolderOf, prepareDataFolder } from '../../server/src/disk/dataFolder';
import { removeDiscardedBlobs } from '../../server/src/objects/discardedBlobs';
import { sweepStorage } from '../../server/src/objects/storageSweep';
import { Uploads } from '../../server/src/objects/uploads';
import { resumeRemovals } from '../../server/src/routes/deletions/removals';
import { createS3BlobStore } from '../../server/src/storage/s3/s3BlobStore';
import { createS3Client } from '../../server/src/storage/s3/s3Bucket';
import type { Cluster } from './startCluster';

const NEVER = new AbortController().signal;

/** Does at once what the sweeps of a server do within a day, and compares the contents in the bucket with the rows. */
export async function compareContents({ databaseUrl, s3 }: Cluster): Promise<void> {
  const database = await openPostgres(databaseUrl, () => undefined);
  const client = createS3Client(s3);
  const folder = dataFolderOf(await mkdtemp(join(tmpdir(), 'data-manager-')));
  try {
    await prepareDataFolder(folder);
    const blobs = await createS3BlobStore({ client, bucket: s3.bucket }, { folder, seconds: 60 });
    await resumeRemovals({ database, blobs, folder }, NEVER);
    await new Uploads(database, blobs, { openPerSponsor: 1 }).sweep(NEVER, new Date(Date.now() + 60_000));
    await database.query('update discarded_blobs set remove_after = now()');
    await removeDiscardedBlobs({ database, blobs });
    const storedBefore = new Date(Date.now() + 60_000);
    expect(await sweepStorage({ database, blobs }, { signal: NEVER, storedBefore, pauseMs: 0 })).toBe(true);

    const { rows: files } = await database.query<{ blob: string; size: number }>(
      "select blob, size from objects where path not like '%/' union all select blob, size from deleted_objects",
    );
    const { rows: uploads } = await database.query<{ id: string; blob: string }>(
      'select id, blob from uploads where completed_at is null',
    );
    const stored = new Set<string>();
    for await (const page of blobs.list()) for (const blob of page) stored.add(blob);
    // An upload that was interrupted after its content was stored can still be completed.
    for (const { blob } of uploads) stored.delete(blob);
    expect([...stored].sort()).toEqual(files.map(({ blob }) => blob).sort());
    for (const { blob, size } of files) {
      const object = await client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key: `blobs/${blob}` }));
      expect([blob, object.ContentLength]).toEqual([blob, size]);
    }
    const open = new Set(uploads.map(({ id }) => id));
    for await (const page of blobs.uploadsBefore(new Date(Date.now() + 60_000))) {
      expect(page.filter(({ uploadId }) => !open.has(uploadId))).toEqual([]);
    }
  } finally {
    client.destroy();
    await database.close();
    await rm(folder.root, { recursive: true });
  }
}
