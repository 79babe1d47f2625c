import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newTempPath, type DataFolder } from '../../disk/dataFolder';
import {
  discard,
  diskErrorCode,
  orIfMissing,
  replaceFile,
  requireFreeBytes,
  syncFolder,
  syncTree,
  toDiskError,
  writeSynced,
} from '../../disk/durableFiles';
import { readFileAt } from '../../disk/readFile';
import { checkBlobKey, checkDerivedName, isBlobKey, OWNER_NAME, type BlobStore, type DerivedFiles } from '../blobStore';
import {
  contentOfParts,
  noSuchUpload,
  partNotStored,
  sumOfParts,
  type CompletedContent,
  type CompletedPart,
} from '../parts';
import type { UrlSigner } from '../urlSigner';
import { folderArchiveRoutes } from './folderArchiveRoutes';
import { contentSubject, folderContentRoutes } from './folderContentRoutes';
import { listFiles, listUploads, removeIfEmpty } from './folderListing';
import { folderUploadRoutes } from './folderUploadRoutes';
import { createPreviewCache } from './previewCache';
import { assembleParts, makeUploadFolder, partFileName, readPartFileName, uploadPath } from './uploadFolder';

const READ_CHUNK_BYTES = 1024 * 1024;

/** Options for the URLs of parts and archives. */
interface FolderUrls {
  readonly signer: UrlSigner;
  readonly publicUrl: string;
  /** The URL of the app, whose pages can open archives in a frame. */
  readonly appUrl: string;
  /** Lifetime of a URL for a part. */
  readonly seconds: number;
  /** Disk space in bytes that files must leave free for the database. */
  readonly reservedBytes?: number;
}

/**
 * Creates a blob store that keeps blobs as files in the data folder, and receives parts itself. Create only one per data
 * folder, because its locks are in memory.
 */
export function createFolderBlobStore(folder: DataFolder, urls: FolderUrls): BlobStore {
  const { signer, publicUrl, seconds, reservedBytes = 0 } = urls;
  const requireSpace = (bytes = 0): Promise<void> => requireFreeBytes(folder, bytes + reservedBytes);
  const previews = createPreviewCache(folder);
  const ownerPath = join(folder.blobs, OWNER_NAME);
  const storedAt: BlobStore['storedAt'] = async (blob) =>
    (await orIfMissing(stat(blobPath(folder, blob)), undefined))?.mtime;
  return {
    place: `the folder ${folder.blobs}`,
    read: (blob, range) => createReadStream(blobPath(folder, blob), { highWaterMark: READ_CHUNK_BYTES, ...range }),
    withReader: (blob, task) => readFileAt(blobPath(folder, blob), task),
    withFile: (blob, task) => task(blobPath(folder, blob)),
    requireSpace,
    requireTempSpace: requireSpace,
    async put(blob, body) {
      const temp = newTempPath(folder);
      try {
        await writeSynced(temp, body);
        await moveFile(temp, blobPath(folder, blob));
      } catch (error) {
        await rm(temp, { force: true });
        throw toDiskError(error);
      }
    },
    has: async (blob) => (await storedAt(blob)) !== undefined,
    storedAt,
    async *list() {
      for await (const names of listFiles(folder.blobs)) yield names.filter(isBlobKey);
    },
    locate: (blob) => Promise.resolve(blobPath(folder, blob)),
    contentUrl(blob, { etag = `content-${basename(blob)}`, seconds: urlSeconds }) {
      const subject = contentSubject(checkBlobKey(blob), etag);
      const [, ...path] = subject;
      return Promise.resolve(`${publicUrl}/contents/${path.join('/')}?${signer.sign(subject, urlSeconds)}`);
    },
    async remove(blobs) {
      for (const blob of blobs) await rm(blobPath(folder, blob), { force: true });
      await previews.removeOf(blobs);
      for (const path of new Set(blobs.map((blob) => dirname(blobPath(folder, blob))))) await removeIfEmpty(path);
    },
    startUpload: () => makeUploadFolder(folder),
    partUrl({ uploadId }, partNumber) {
      const number = String(partNumber);
      const query = signer.sign(['part', uploadId, number], seconds);
      return Promise.resolve(`${publicUrl}/storage/${uploadId}/${number}?${query}`);
    },
    keepsParts: true,
    measureUpload: async ({ uploadId }, parts) => (await findParts(folder, uploadId, parts)).content,
    async received({ uploadId }) {
      const path = uploadPath(folder, uploadId);
      const parts = [];
      for (const name of (await orIfMissing(readdir(path), undefined)) ?? []) {
        const part = await orIfMissing(stat(join(path, name)), undefined);
        parts.push(part && { size: part.size, storedAt: part.mtime });
      }
      return sumOfParts(parts);
    },
    async etagsOfParts({ uploadId }) {
      const names = (await orIfMissing(readdir(uploadPath(folder, uploadId)), undefined)) ?? [];
      return new Map(names.map(readPartFileName));
    },
    async completeUpload({ uploadId, blob }, parts) {
      const { temp, content } = await assembleNamed(folder, uploadId, parts, requireSpace);
      try {
        await moveFile(temp, blobPath(folder, blob));
        return content;
      } finally {
        await rm(temp, { force: true });
      }
    },
    endUpload: ({ uploadId }) => discard(folder, uploadPath(folder, uploadId)),
    uploadsBefore: (time) => listUploads(folder, time),
    readOwner: () => orIfMissing(readFile(ownerPath, 'utf8'), undefined),
    writeOwner: (databaseId) => replaceFile(folder, ownerPath, databaseId),
    derived: createDerivedFiles(folder, urls),
    previews,
    async routes(app) {
      await app.register(folderUploadRoutes(folder, { requireSpace, signer }));
      await app.register(folderContentRoutes(folder.blobs, signer));
      await app.register(folderArchiveRoutes(folder.zips, urls));
    },
  };
}

function createDerivedFiles(folder: DataFolder, { signer, publicUrl }: FolderUrls): DerivedFiles {
  const pathOf = (name: string): string => join(folder.root, checkDerivedName(name));
  return {
    async write(name, body, { signal }) {
      const temp = newTempPath(folder);
      try {
        await pipeline(body, createWriteStream(temp, { flags: 'wx', flush: true }), { signal });
        const { size } = await stat(temp);
        await moveFile(temp, pathOf(name));
        return size;
      } catch (error) {
        await rm(temp, { force: true });
        throw toDiskError(error);
      }
    },
    async moveFolder(path, name) {
      await syncTree(path);
      await moveFile(path, pathOf(name));
    },
    async open(name) {
      const file = await orIfMissing(open(pathOf(name)), undefined);
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      return { body: file.createReadStream(), size };
    },
    size: async (name) => (await orIfMissing(stat(pathOf(name)), undefined))?.size,
    list: async (name) => (await orIfMissing(readdir(pathOf(name)), undefined)) ?? [],
    async remove(name) {
      await discard(folder, pathOf(name));
      // The folder of a dataset's pyramids.
      if (name.split('/').length > 2) await removeIfEmpty(dirname(pathOf(name)));
    },
    // The temporary folder is emptied at startup.
    removeUnfinished: () => Promise.resolve(),
    archiveUrl(name, { fileName, seconds }) {
      const ref = basename(name, '.zip');
      const query = signer.sign(['archive', ref, fileName], seconds);
      return Promise.resolve(`${publicUrl}/archives/${ref}/${encodeURIComponent(fileName)}?${query}`);
    },
  };
}

type RequireSpace = BlobStore['requireSpace'];

/** Returns the path of a blob. */
function blobPath(folder: DataFolder, blob: string): string {
  return join(folder.blobs, checkBlobKey(blob));
}

/** Attempts to move a file into a folder that another request may remove because it is empty. */
const MOVE_ATTEMPTS = 5;

/** Moves a finished temporary file or folder to its final path. */
async function moveFile(temp: string, path: string): Promise<void> {
  let made = await mkdir(dirname(path), { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(temp, path);
      break;
    } catch (error) {
      if (diskErrorCode(error) !== 'ENOENT' || attempt === MOVE_ATTEMPTS) throw error;
      made = (await mkdir(dirname(path), { recursive: true })) ?? made;
    }
  }
  await syncFolder(dirname(path));
  if (made === undefined) return;
  for (let parent = dirname(path); parent !== dirname(made);) {
    parent = dirname(parent);
    await syncFolder(parent);
  }
}

/**
 * Finds the listed parts.
 *
 * @throws HttpError 400 naming the first part that is missing or has different content.
 */
async function findParts(
  folder: DataFolder,
  uploadId: string,
  parts: readonly CompletedPart[],
): Promise<{ readonly files: readonly string[]; readonly content: CompletedContent }> {
  const path = uploadPath(folder, uploadId);
  const stored = new Set((await orIfMissing(readdir(path), undefined)) ?? []);
  const missing = parts.find(({ partNumber, etag }) => !stored.has(partFileName(partNumber, etag)));
  if (missing !== undefined) throw partNotStored(missing);
  const files = parts.map(({ partNumber, etag }) => join(path, partFileName(partNumber, etag)));
  const sizes = await orIfMissing(Promise.all(files.map(async (file) => (await stat(file)).size)), undefined);
  // A part was replaced or the upload was cancelled in the meantime.
  if (sizes === undefined) throw noSuchUpload();
  return { files, content: contentOfParts(sizes) };
}

/** Joins the listed parts into a temporary file. */
async function assembleNamed(
  folder: DataFolder,
  uploadId: string,
  parts: readonly CompletedPart[],
  requireSpace: RequireSpace,
): Promise<{ readonly temp: string; readonly content: CompletedContent }> {
  const { files, content } = await findParts(folder, uploadId, parts);
  // A single part becomes the blob without a copy.
  if (files.length > 1) await requireSpace(content.size);
  try {
    return { temp: await assembleParts(folder, files), content };
  } catch (error) {
    // A part was replaced or the upload was cancelled during assembly.
    throw diskErrorCode(error) === 'ENOENT' ? noSuchUpload() : error;
  }
}
