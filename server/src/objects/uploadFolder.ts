import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../errors';
import { newTempPath, type DataFolder } from './dataFolder';
import { diskErrorCode, orIfMissing, readRecord, syncFolder, toDiskError, writeSynced } from './durableFiles';

const UPLOAD_ID_BYTES = 24;
const RECORD_FILE = 'upload.json';

const UploadRecord = Type.Object({ key: Type.String(), startedAt: Type.String() });
/** What `upload.json` says. */
export type UploadRecord = Static<typeof UploadRecord>;

/** The refusal of a call that names an upload which is not under way. */
export function noSuchUpload(): HttpError {
  return new HttpError(404, 'This upload is not under way: it was cancelled, completed or given up.', 'NO_SUCH_UPLOAD');
}

/** Whether an id can be one of ours; any other never becomes a path. */
function isUploadId(uploadId: string): boolean {
  return /^[0-9a-f]{48}$/.test(uploadId);
}

/**
 * The folder of an upload.
 *
 * @throws HttpFailure 404 `NO_SUCH_UPLOAD` for an id that can't be one of ours.
 */
export function uploadPath(folder: DataFolder, uploadId: string): string {
  if (!isUploadId(uploadId)) throw noSuchUpload();
  return join(folder.uploads, uploadId);
}

/** The name of a part's file tells its number and content: `00001.<md5>`. */
export function partFileName(partNumber: number, md5: string): string {
  return `${partPrefix(partNumber)}${md5}`;
}

function partPrefix(partNumber: number): string {
  return `${String(partNumber).padStart(5, '0')}.`;
}

/** Makes the folder of a new upload, whole from the start, and gives the upload's id. */
export async function makeUploadFolder(folder: DataFolder, record: UploadRecord): Promise<string> {
  const uploadId = randomBytes(UPLOAD_ID_BYTES).toString('hex');
  const temp = newTempPath(folder);
  try {
    await mkdir(temp);
    await writeSynced(join(temp, RECORD_FILE), JSON.stringify(record));
    await rename(temp, uploadPath(folder, uploadId));
    await syncFolder(folder.uploads);
  } catch (error) {
    await rm(temp, { recursive: true, force: true });
    throw toDiskError(error);
  }
  return uploadId;
}

/** Reads an upload's record; undefined where there is no such upload. */
export async function readUploadRecord(folder: DataFolder, uploadId: string): Promise<UploadRecord | undefined> {
  return isUploadId(uploadId) ? readRecord(join(uploadPath(folder, uploadId), RECORD_FILE), UploadRecord) : undefined;
}

/**
 * Writes a part's bytes to a temporary file as they come and hashes them on the way, so that memory holds a few
 * chunks whatever the part's size.
 *
 * @returns the MD5, lower-case hex
 * @throws HttpFailure 400 for a part that was cut off, 413 for more than `maxBytes`, 507 for a full disk; nothing is
 * left of the file then.
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
    throw wasCutOff(error)
      ? new HttpError(400, 'The part ended before it was whole.', 'INCOMPLETE')
      : toDiskError(error);
  }
  return hash.digest('hex');
}

function wasCutOff(error: unknown): boolean {
  const code = diskErrorCode(error);
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** The refusal of a part over the limit. */
export function partTooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `A part may have at most ${String(maxBytes)} bytes.`);
}

/** Puts a received part in its place and removes an earlier one of the same number. */
export async function storePart(path: string, temp: string, partNumber: number, md5: string): Promise<void> {
  const name = partFileName(partNumber, md5);
  try {
    await rename(temp, join(path, name));
  } catch (error) {
    await rm(temp, { force: true });
    // The upload was cancelled or completed while the part came in.
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
 * Makes one temporary file of the parts in order, on the disk when this returns, and leaves the parts alone: if
 * the server dies on the way, the same call can be made again.
 *
 * @returns the temporary file's path
 * @throws HttpFailure 507 for a full disk; nothing is left of the file then.
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

/** A second name for the part's bytes costs nothing; a disk without hard links gets a copy. */
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
