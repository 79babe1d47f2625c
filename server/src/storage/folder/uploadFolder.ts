import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../../common/errors';
import { newTempPath, type DataFolder } from '../../disk/dataFolder';
import { diskErrorCode, orIfMissing, syncFolder, toDiskError } from '../../disk/durableFiles';
import { noSuchUpload } from '../parts';

const UPLOAD_ID_BYTES = 24;
/** Returns whether a string is an upload id. No other string is ever used in a path. */
function isUploadId(uploadId: string): boolean {
  return /^[0-9a-f]{48}$/.test(uploadId);
}

/**
 * Returns the folder of an upload.
 *
 * @throws HttpError 404 `NO_SUCH_UPLOAD` for a malformed id.
 */
export function uploadPath(folder: DataFolder, uploadId: string): string {
  if (!isUploadId(uploadId)) throw noSuchUpload();
  return join(folder.uploads, uploadId);
}

/** Returns the file name of a part: `00001.<md5>`. */
export function partFileName(partNumber: number, md5: string): string {
  return `${partPrefix(partNumber)}${md5}`;
}

/** Returns the number and the MD5 of a part from its file name. */
export function readPartFileName(name: string): [partNumber: number, md5: string] {
  const [number = '', md5 = ''] = name.split('.');
  return [Number(number), md5];
}

function partPrefix(partNumber: number): string {
  return `${String(partNumber).padStart(5, '0')}.`;
}

/** Creates the folder of a new upload, and returns the upload's id. */
export async function makeUploadFolder(folder: DataFolder): Promise<string> {
  const uploadId = randomBytes(UPLOAD_ID_BYTES).toString('hex');
  try {
    await mkdir(uploadPath(folder, uploadId));
    await syncFolder(folder.uploads);
  } catch (error) {
    throw toDiskError(error);
  }
  return uploadId;
}

/** Returns whether an upload is in progress. */
export async function hasUploadFolder(folder: DataFolder, uploadId: string): Promise<boolean> {
  if (!isUploadId(uploadId)) return false;
  return (await orIfMissing(stat(uploadPath(folder, uploadId)), undefined))?.isDirectory() === true;
}

/**
 * Streams a part to a temporary file and computes its MD5.
 *
 * @returns The MD5 in lower-case hex.
 * @throws HttpError 400 for a part that was cut off, 413 for more than `maxBytes`, 507 for a full disk. The temporary
 * file is removed then.
 */
export async function receivePart(temp: string, body: Readable, maxBytes: number): Promise<string> {
  const hash = createHash('md5');
  let received = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) {
        done(partTooLarge(maxBytes));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(body, measure, createWriteStream(temp, { flags: 'wx', flush: true }));
  } catch (error) {
    await rm(temp, { force: true });
    throw wasCutOff(error) ? new HttpError(400, 'The part was cut off.', 'INCOMPLETE') : toDiskError(error);
  }
  return hash.digest('hex');
}

function wasCutOff(error: unknown): boolean {
  const code = diskErrorCode(error);
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Creates the error for a part that exceeds the limit. */
export function partTooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `A part can have at most ${String(maxBytes)} bytes.`);
}

/** Moves a received part into its upload, and removes an earlier one with the same number. */
export async function storePart(path: string, temp: string, partNumber: number, md5: string): Promise<void> {
  const name = partFileName(partNumber, md5);
  try {
    await rename(temp, join(path, name));
  } catch (error) {
    await rm(temp, { force: true });
    // The upload was cancelled or completed while the part was received.
    throw diskErrorCode(error) === 'ENOENT' ? noSuchUpload() : error;
  }
  await syncFolder(path);
  for (const other of (await orIfMissing(readdir(path), undefined)) ?? []) {
    if (other !== name && other.startsWith(partPrefix(partNumber)))
      await orIfMissing(unlink(join(path, other)), undefined);
  }
}

const COPY_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Concatenates parts to a temporary file and flushes it to disk. The parts are kept, so that the completion can be
 * retried if the server is killed.
 *
 * @returns The path of the temporary file.
 * @throws HttpError 507 for a full disk. The temporary file is removed then.
 */
export async function assembleParts(folder: DataFolder, partPaths: readonly string[]): Promise<string> {
  const temp = newTempPath(folder);
  const [only] = partPaths;
  try {
    if (only !== undefined && partPaths.length === 1) await linkOrCopy(only, temp);
    else await concatenate(temp, partPaths);
  } catch (error) {
    await rm(temp, { force: true });
    throw toDiskError(error);
  }
  return temp;
}

/** Creates a hard link, or a copy if the file system has no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (diskErrorCode(error) === 'ENOENT') throw error;
    await copyFile(from, to);
    const handle = await open(to, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function concatenate(to: string, partPaths: readonly string[]): Promise<void> {
  const target = await open(to, 'wx');
  try {
    const chunk = Buffer.allocUnsafe(COPY_CHUNK_BYTES);
    for (const path of partPaths) await append(target, path, chunk);
    await target.sync();
  } finally {
    await target.close();
  }
}

async function append(target: FileHandle, path: string, chunk: Buffer): Promise<void> {
  const source = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await source.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return;
      await target.writeFile(chunk.subarray(0, bytesRead));
    }
  } finally {
    await source.close();
  }
}
