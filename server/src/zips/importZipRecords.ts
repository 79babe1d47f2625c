import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from '@sinclair/typebox';
import { addArchive, addArchiveFiles, ARCHIVE_STATUSES, setImportedState } from '../database/archives';
import type { Database } from '../database/sql';
import type { BlobStore } from '../objects/blobStore';
import type { DataFolder } from '../objects/dataFolder';
import { orIfMissing, readRecord } from '../objects/durableFiles';
import { oneOf } from '../oneOf';
import { commonFolder } from './archiveContents';
import { archiveName, isArchiveId } from './zipNames';

/** A job as earlier versions stored it. The selection of a job that has ended is empty. */
const ZipRecord = Type.Object({
  ref: Type.String(),
  sponsorId: Type.String(),
  zipFileName: Type.String(),
  selection: Type.Object({
    onlyDownSamples: Type.Boolean(),
    files: Type.Optional(Type.Array(Type.String())),
    folder: Type.Optional(Type.String()),
  }),
  createdMs: Type.Number(),
  status: oneOf(ARCHIVE_STATUSES),
  totalFiles: Type.Integer(),
  totalSize: Type.Integer(),
  msg: Type.Optional(Type.String()),
});

/**
 * Moves the records of archives from the files of earlier versions to the database. Can be interrupted and repeated.
 *
 * @param report Receives the errors of unreadable records, which are left unchanged.
 */
export async function importZipRecords(
  { database, folder, blobs }: { readonly database: Database; readonly folder: DataFolder; readonly blobs: BlobStore },
  report: (error: unknown) => void,
): Promise<void> {
  for (const name of await orIfMissing(readdir(folder.zips), [])) {
    const ref = name.replace(/\.json$/, '');
    if (ref === name || !isArchiveId(ref)) continue;
    const path = join(folder.zips, name);
    try {
      const record = await readRecord(path, ZipRecord);
      // The archive of a damaged record can be requested again.
      if (record !== undefined) await importRecord(record);
      await rm(path, { force: true });
    } catch (error) {
      report(error);
    }
  }

  async function importRecord(record: typeof ZipRecord.static): Promise<void> {
    const { ref, sponsorId, zipFileName, selection, createdMs, status, totalFiles, totalSize, msg } = record;
    const { onlyDownSamples, folder: selected, files = [] } = selection;
    const keys = [...new Set(files)];
    const archiveSize = status === 'COMPLETED' ? await blobs.derived.size(archiveName(ref)) : undefined;
    if (status === 'COMPLETED' && archiveSize === undefined) return;
    await database.transaction(async (transaction) => {
      const isNew = await addArchive(transaction, {
        ...{ ref, sponsorId, zipFileName, onlyDownSamples, totalFiles, totalSize },
        ...{ folder: selected, keys, commonFolder: commonFolder(keys) },
      });
      if (isNew) await addArchiveFiles(transaction, ref, keys);
      await setImportedState(transaction, ref, { status, msg, archiveSize, createdAt: new Date(createdMs) });
    });
  }
}
