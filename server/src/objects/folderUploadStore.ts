import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpFailure } from '../failure';
import { createKeyedLock } from '../keyedLock';
import { assembleParts } from './assembleParts';
import { readCompletion, sweepCompletions, writeCompletion } from './completions';
import { newTempPath, objectPath, type DataFolder } from './dataFolder';
import { discard, diskErrorCode, moveIntoPlace, orIfAbsent } from './durableFiles';
import { partsProblem, type NamedPart } from './multipartChecksum';
import { createOpenUploadCount } from './openUploadCount';
import {
  keepPart,
  makeUploadFolder,
  noSuchUpload,
  partFileName,
  readUploadRecord,
  receivePart,
  uploadPath,
} from './uploadFolder';
import { MAX_PART_BYTES, UPLOAD_KEPT_MS, type Completion, type UploadName, type UploadStore } from './uploadStore';

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
  const inTurn = createKeyedLock();
  const countOpen = createOpenUploadCount(folder);

  async function start(key: string): Promise<string> {
    const sponsorId = key.split('/', 1)[0] ?? '';
    // One after the other, so that many at once can't slip past the count.
    return inTurn(`start ${sponsorId}`, async () => {
      if ((await countOpen(sponsorId)) >= openPerSponsor) {
        throw new HttpFailure(
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

  async function complete(upload: UploadName, { parts, checksum, place }: Completion): Promise<void> {
    const { uploadId, key } = upload;
    const completed = await readCompletion(folder, uploadPath(folder, uploadId));
    if (completed?.key === key && completed.checksum === checksum) return;
    await check(upload);
    const problem = partsProblem(parts, checksum);
    if (problem !== undefined) throw new HttpFailure(400, problem);
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
        keepPart(uploadPath(folder, uploadId), temp, partNumber, md5),
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
        const stats = await orIfAbsent(stat(path), undefined);
        if (stats === undefined) continue;
        const isDone = (await readCompletion(folder, path)) !== undefined;
        if (isDone || now() - stats.mtimeMs > UPLOAD_KEPT_MS) await discard(folder, path);
      }
    },
  };
}

/** @throws HttpFailure 400 naming the first part that is not there with the content that the call names. */
async function assembleNamed(folder: DataFolder, uploadId: string, parts: readonly NamedPart[]): Promise<string> {
  const path = uploadPath(folder, uploadId);
  const stored = new Set((await orIfAbsent(readdir(path), undefined)) ?? []);
  for (const { partNumber, etag } of parts) {
    if (stored.has(partFileName(partNumber, etag))) continue;
    throw new HttpFailure(400, `Part ${String(partNumber)} with the ETag ${etag} is not in storage; send it again.`);
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
