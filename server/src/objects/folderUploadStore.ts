import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../errors';
import { createKeyedMutex } from '../locks';
import { newTempPath, objectPath, type DataFolder } from './dataFolder';
import { discard, diskErrorCode, moveIntoPlace, orIfMissing, readRecord, replaceFile } from './durableFiles';
import {
  assembleParts,
  makeUploadFolder,
  noSuchUpload,
  partFileName,
  readUploadRecord,
  receivePart,
  storePart,
  uploadPath,
} from './uploadFolder';
import {
  COMPLETED_KEPT_MS,
  findPartsProblem,
  MAX_PART_BYTES,
  UPLOAD_KEPT_MS,
  type CompletedPart,
  type Completion,
  type UploadRef,
  type UploadStore,
} from './uploadStore';

interface UploadLimits {
  /** Maximum number of concurrent uploads of a sponsor. */
  readonly openPerSponsor: number;
}

/**
 * Creates an upload store that keeps each upload as a folder below `{dataDir}/uploads`. Create only one per data folder,
 * because its locks are in memory.
 */
export function createFolderUploadStore(
  folder: DataFolder,
  { openPerSponsor }: UploadLimits,
  now: () => number = Date.now,
): UploadStore {
  const withLock = createKeyedMutex();
  const countOpen = createOpenUploadCount(folder);

  async function start(key: string): Promise<string> {
    const sponsorId = key.split('/', 1)[0] ?? '';
    // Serialized, so that concurrent starts can't exceed the limit.
    return withLock(`start ${sponsorId}`, async () => {
      if ((await countOpen(sponsorId)) >= openPerSponsor) {
        throw new HttpError(
          409,
          `${sponsorId} already has ${String(openPerSponsor)} uploads in progress. Finish or cancel some of them. ` +
            'Uploads that receive no data for a week are cancelled.',
          'TOO_MANY_UPLOADS',
        );
      }
      return makeUploadFolder(folder, { key, startedAt: new Date(now()).toISOString() });
    });
  }

  async function check({ uploadId, key }: { readonly uploadId: string; readonly key?: string }): Promise<void> {
    const record = await readUploadRecord(folder, uploadId);
    if (record === undefined || (key !== undefined && record.key !== key)) throw noSuchUpload();
  }

  async function complete(upload: UploadRef, { parts, checksum, place }: Completion): Promise<void> {
    const { uploadId, key } = upload;
    const completed = await readCompletion(folder, uploadPath(folder, uploadId));
    if (completed?.key === key && completed.checksum === checksum) return;
    await check(upload);
    const problem = findPartsProblem(parts, checksum);
    if (problem !== undefined) throw new HttpError(400, problem);
    const temp = await assembleNamed(folder, uploadId, parts);
    try {
      await place(() => moveIntoPlace(temp, objectPath(folder, key)));
    } finally {
      await rm(temp, { force: true });
    }
    // The order matters: if the server is killed before the record is written, the parts can be completed again; if it
    // is killed afterwards, the record answers a retry, and the next sweep removes the parts.
    await writeCompletion(folder, uploadPath(folder, uploadId), { key, checksum });
    await discard(folder, uploadPath(folder, uploadId));
  }

  return {
    start,
    check,
    async putPart(uploadId, partNumber, body) {
      const temp = newTempPath(folder);
      const md5 = await receivePart(temp, body, MAX_PART_BYTES);
      // Serialized, because concurrent requests for one part would remove each other's file.
      await withLock(`${uploadId}/${String(partNumber)}`, () =>
        storePart(uploadPath(folder, uploadId), temp, partNumber, md5),
      );
      return md5;
    },
    // A client that timed out may retry while the first call is still running.
    complete: (upload, completion) => withLock(upload.uploadId, () => complete(upload, completion)),
    async cancel(upload) {
      const record = await readUploadRecord(folder, upload.uploadId);
      if (record?.key === upload.key) await discard(folder, uploadPath(folder, upload.uploadId));
    },
    async sweep() {
      await sweepCompletions(folder, now());
      await mkdir(folder.uploads, { recursive: true });
      for (const uploadId of await readdir(folder.uploads)) {
        const path = join(folder.uploads, uploadId);
        const stats = await orIfMissing(stat(path), undefined);
        if (stats === undefined) continue;
        const isDone = (await readCompletion(folder, path)) !== undefined;
        if (isDone || now() - stats.mtimeMs > UPLOAD_KEPT_MS) await discard(folder, path);
      }
    },
  };
}

/** @throws HttpError 400 naming the first part that is missing or has another content. */
async function assembleNamed(folder: DataFolder, uploadId: string, parts: readonly CompletedPart[]): Promise<string> {
  const path = uploadPath(folder, uploadId);
  const stored = new Set((await orIfMissing(readdir(path), undefined)) ?? []);
  for (const { partNumber, etag } of parts) {
    if (stored.has(partFileName(partNumber, etag))) continue;
    throw new HttpError(400, `Part ${String(partNumber)} with the ETag ${etag} is not stored. Upload it again.`);
  }
  try {
    return await assembleParts(
      folder,
      parts.map(({ partNumber, etag }) => join(path, partFileName(partNumber, etag))),
    );
  } catch (error) {
    // A part was replaced or the upload was cancelled during assembly.
    throw diskErrorCode(error) === 'ENOENT' ? noSuchUpload() : error;
  }
}

/** Counts a sponsor's uploads in progress. The records never change, so each is read once. */
function createOpenUploadCount(folder: DataFolder): (sponsorId: string) => Promise<number> {
  const sponsors = new Map<string, string>();

  async function sponsorOf(uploadId: string): Promise<string | undefined> {
    const known = sponsors.get(uploadId);
    if (known !== undefined) return known;
    const record = await readUploadRecord(folder, uploadId);
    const sponsorId = record?.key.split('/', 1)[0];
    if (sponsorId !== undefined) sponsors.set(uploadId, sponsorId);
    return sponsorId;
  }

  return async (sponsorId) => {
    const open = new Set((await orIfMissing(readdir(folder.uploads), undefined)) ?? []);
    for (const uploadId of sponsors.keys()) if (!open.has(uploadId)) sponsors.delete(uploadId);
    let count = 0;
    for (const uploadId of open) {
      // An unreadable record counts for every sponsor.
      const owner = await sponsorOf(uploadId).catch(() => sponsorId);
      if (owner === sponsorId) count += 1;
    }
    return count;
  };
}

const CompletionRecord = Type.Object({ key: Type.String(), checksum: Type.String() });
type CompletionRecord = Static<typeof CompletionRecord>;

/** Returns the record of a completed upload; undefined if it is not complete. */
function readCompletion(folder: DataFolder, uploadPath: string): Promise<CompletionRecord | undefined> {
  return readRecord(recordPath(folder, uploadPath), CompletionRecord);
}

/** Records that an upload is complete. */
async function writeCompletion(folder: DataFolder, uploadPath: string, completion: CompletionRecord): Promise<void> {
  await replaceFile(folder, recordPath(folder, uploadPath), JSON.stringify(completion));
}

/** Removes the records of uploads that were completed long ago. */
async function sweepCompletions(folder: DataFolder, now: number): Promise<void> {
  await mkdir(folder.completed, { recursive: true });
  for (const name of await readdir(folder.completed)) {
    const path = join(folder.completed, name);
    const stats = await orIfMissing(stat(path), undefined);
    if (stats !== undefined && now - stats.mtimeMs > COMPLETED_KEPT_MS) await rm(path, { force: true });
  }
}

function recordPath(folder: DataFolder, uploadPath: string): string {
  return join(folder.completed, `${basename(uploadPath)}.json`);
}
