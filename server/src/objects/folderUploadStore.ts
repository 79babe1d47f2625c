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

/** What a store of uploads is held to. */
interface UploadLimits {
  /** Uploads that a sponsor may have under way at the same time. */
  readonly openPerSponsor: number;
}

/**
 * Uploads as folders below `{dataDir}/uploads`. Make one for a data folder: the turns that its calls take are its own.
 *
 * @param now milliseconds since 1970
 */
export function createFolderUploadStore(
  folder: DataFolder,
  { openPerSponsor }: UploadLimits,
  now: () => number = Date.now,
): UploadStore {
  const inTurn = createKeyedMutex();
  const countOpen = createOpenUploadCount(folder);

  async function start(key: string): Promise<string> {
    const sponsorId = key.split('/', 1)[0] ?? '';
    // One after the other, so that many at once can't slip past the count.
    return inTurn(`start ${sponsorId}`, async () => {
      if ((await countOpen(sponsorId)) >= openPerSponsor) {
        throw new HttpError(
          409,
          `${String(openPerSponsor)} uploads of ${sponsorId} are under way already. Let some end or cancel them; ` +
            'what nothing was added to for a week is given up by itself.',
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
    // In this order: killed before the record, the parts are still there to complete again; killed after it, the
    // record answers, and the next sweep drops the parts.
    await writeCompletion(folder, uploadPath(folder, uploadId), { key, checksum });
    await discard(folder, uploadPath(folder, uploadId));
  }

  return {
    start,
    check,
    async putPart(uploadId, partNumber, body) {
      const temp = newTempPath(folder);
      const md5 = await receivePart(temp, body, MAX_PART_BYTES);
      // One after the other: two of the same number at once would each remove the other as the earlier one.
      await inTurn(`${uploadId}/${String(partNumber)}`, () =>
        storePart(uploadPath(folder, uploadId), temp, partNumber, md5),
      );
      return md5;
    },
    // A client that gave up waiting asks again while the first call still works; the second waits for its end.
    complete: (upload, completion) => inTurn(upload.uploadId, () => complete(upload, completion)),
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

/** @throws HttpFailure 400 naming the first part that is not there with the content that the call names. */
async function assembleNamed(folder: DataFolder, uploadId: string, parts: readonly CompletedPart[]): Promise<string> {
  const path = uploadPath(folder, uploadId);
  const stored = new Set((await orIfMissing(readdir(path), undefined)) ?? []);
  for (const { partNumber, etag } of parts) {
    if (stored.has(partFileName(partNumber, etag))) continue;
    throw new HttpError(400, `Part ${String(partNumber)} with the ETag ${etag} is not in storage; send it again.`);
  }
  try {
    return await assembleParts(
      folder,
      parts.map(({ partNumber, etag }) => join(path, partFileName(partNumber, etag))),
    );
  } catch (error) {
    // A part was replaced, or the upload cancelled, under the reader's hands.
    throw diskErrorCode(error) === 'ENOENT' ? noSuchUpload() : error;
  }
}

/**
 * Counts the uploads that a sponsor has under way. Records don't change while an upload lives, so each is read once.
 */
export function createOpenUploadCount(folder: DataFolder): (sponsorId: string) => Promise<number> {
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
      // What the disk does not let be read may be anybody's: it gives nobody a free place, and stops nobody.
      const owner = await sponsorOf(uploadId).catch(() => sponsorId);
      if (owner === sponsorId) count += 1;
    }
    return count;
  };
}

const CompletionRecord = Type.Object({ key: Type.String(), checksum: Type.String() });
/** What is remembered of a completed upload. */
export type CompletionRecord = Static<typeof CompletionRecord>;

/** Reads what is remembered of a completed upload, by its folder's path; undefined where it is not complete. */
export function readCompletion(folder: DataFolder, uploadPath: string): Promise<CompletionRecord | undefined> {
  return readRecord(recordPath(folder, uploadPath), CompletionRecord);
}

/** Remembers that an upload is complete. */
export async function writeCompletion(
  folder: DataFolder,
  uploadPath: string,
  completion: CompletionRecord,
): Promise<void> {
  await replaceFile(folder, recordPath(folder, uploadPath), JSON.stringify(completion));
}

/** Forgets the uploads that were completed long ago. */
export async function sweepCompletions(folder: DataFolder, now: number): Promise<void> {
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
