import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createKeyedMutex } from '../locks';
import type { BlobStore, BlobUpload } from './blobStore';
import { blobPath, newTempPath, type DataFolder } from './dataFolder';
import { discard, diskErrorCode, orIfMissing, syncFolder, toDiskError, writeSynced } from './durableFiles';
import { folderUploadRoutes, type PartReceiver } from './folderUploadRoutes';
import { MAX_PART_BYTES, noSuchUpload, partNotStored, type CompletedPart } from './parts';
import {
  assembleParts,
  hasUploadFolder,
  makeUploadFolder,
  partFileName,
  receivePart,
  storePart,
  uploadPath,
} from './uploadFolder';
import type { UrlSigner } from './urlSigner';

const READ_CHUNK_BYTES = 1024 * 1024;

/** How the URLs of parts are made. */
interface PartUrls {
  readonly signer: UrlSigner;
  readonly publicUrl: string;
  /** Lifetime of a URL. */
  readonly seconds: number;
}

/**
 * Creates a blob store that keeps blobs as files in the data folder, and receives parts itself. Create only one per data
 * folder, because its locks are in memory.
 */
export function createFolderBlobStore(folder: DataFolder, { signer, publicUrl, seconds }: PartUrls): BlobStore {
  const receiver = createPartReceiver(folder);
  return {
    read: (blob, range) => createReadStream(blobPath(folder, blob), { highWaterMark: READ_CHUNK_BYTES, ...range }),
    async put(blob, body) {
      const temp = newTempPath(folder);
      try {
        await writeSynced(temp, body);
        await moveToBlob(folder, temp, blob);
      } catch (error) {
        await rm(temp, { force: true });
        throw toDiskError(error);
      }
    },
    withFile: (blob, task) => task(blobPath(folder, blob)),
    locate: (blob) => Promise.resolve(blobPath(folder, blob)),
    async remove(blobs) {
      for (const blob of blobs) await rm(blobPath(folder, blob), { force: true });
    },
    startUpload: () => makeUploadFolder(folder),
    partUrl({ uploadId }, partNumber) {
      const number = String(partNumber);
      const query = signer.sign(['part', uploadId, number], seconds);
      return Promise.resolve(`${publicUrl}/storage/${uploadId}/${number}?${query}`);
    },
    async completeUpload({ uploadId, blob }, parts) {
      const temp = await assembleNamed(folder, uploadId, parts);
      try {
        const { size } = await stat(temp);
        await moveToBlob(folder, temp, blob);
        return size;
      } finally {
        await rm(temp, { force: true });
      }
    },
    endUpload: ({ uploadId }) => discard(folder, uploadPath(folder, uploadId)),
    uploadsBefore: (time) => listUploads(folder, time),
    routes: folderUploadRoutes(receiver, signer),
  };
}

function createPartReceiver(folder: DataFolder): PartReceiver {
  const withLock = createKeyedMutex();
  return {
    async check(uploadId) {
      if (!(await hasUploadFolder(folder, uploadId))) throw noSuchUpload();
    },
    async receive(uploadId, partNumber, body) {
      const temp = newTempPath(folder);
      const md5 = await receivePart(temp, body, MAX_PART_BYTES);
      // Serialized, because concurrent requests for one part would remove each other's file.
      await withLock(`${uploadId}/${String(partNumber)}`, () =>
        storePart(uploadPath(folder, uploadId), temp, partNumber, md5),
      );
      return md5;
    },
  };
}

/** Moves a finished temporary file to its final path. */
async function moveToBlob(folder: DataFolder, temp: string, blob: string): Promise<void> {
  const path = blobPath(folder, blob);
  await mkdir(dirname(path), { recursive: true });
  await rename(temp, path);
  await syncFolder(dirname(path));
}

/** @throws HttpError 400 naming the first part that is missing or has another content. */
async function assembleNamed(folder: DataFolder, uploadId: string, parts: readonly CompletedPart[]): Promise<string> {
  const path = uploadPath(folder, uploadId);
  const stored = new Set((await orIfMissing(readdir(path), undefined)) ?? []);
  const missing = parts.find(({ partNumber, etag }) => !stored.has(partFileName(partNumber, etag)));
  if (missing !== undefined) throw partNotStored(missing);
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

const LISTED_UPLOADS = 100;

async function* listUploads(folder: DataFolder, before: Date): AsyncGenerator<readonly BlobUpload[]> {
  const names = (await orIfMissing(readdir(folder.uploads), undefined)) ?? [];
  for (let start = 0; start < names.length; start += LISTED_UPLOADS) {
    const old: BlobUpload[] = [];
    for (const uploadId of names.slice(start, start + LISTED_UPLOADS)) {
      if (!(await hasUploadFolder(folder, uploadId))) continue;
      const stats = await orIfMissing(stat(uploadPath(folder, uploadId)), undefined);
      if (stats !== undefined && stats.mtime < before) old.push({ uploadId, blob: '' });
    }
    yield old;
  }
}
