import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type, type Static } from '@sinclair/typebox';
import { HttpFailure } from '../failure';
import { newTempPath, type DataFolder } from './dataFolder';
import { asDiskFailure, diskErrorCode, orIfAbsent, syncFolder, writeSynced } from './durableFiles';
import { readRecord } from './readRecord';

const UPLOAD_ID_BYTES = 24;
const RECORD_FILE = 'upload.json';

const UploadRecord = Type.Object({ key: Type.String(), startedAt: Type.String() });
/** What `upload.json` says. */
export type UploadRecord = Static<typeof UploadRecord>;

/** The refusal of a call that names an upload which is not under way. */
export function noSuchUpload(): HttpFailure {
  return new HttpFailure(
    404,
    'This upload is not under way: it was cancelled, completed or given up.',
    'NO_SUCH_UPLOAD',
  );
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
    throw asDiskFailure(error);
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
      ? new HttpFailure(400, 'The part ended before it was whole.', 'INCOMPLETE')
      : asDiskFailure(error);
  }
  return hash.digest('hex');
}

function wasCutOff(error: unknown): boolean {
  const code = diskErrorCode(error);
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** The refusal of a part over the limit. */
export function partTooLarge(maxBytes: number): HttpFailure {
  return new HttpFailure(413, `A part may have at most ${String(maxBytes)} bytes.`);
}

/** Puts a received part in its place and removes an earlier one of the same number. */
export async function keepPart(path: string, temp: string, partNumber: number, md5: string): Promise<void> {
  const name = partFileName(partNumber, md5);
  try {
    await rename(temp, join(path, name));
  } catch (error) {
    await rm(temp, { force: true });
    // The upload was cancelled or completed while the part came in.
    throw diskErrorCode(error) === 'ENOENT' ? noSuchUpload() : error;
  }
  await syncFolder(path);
  for (const other of (await orIfAbsent(readdir(path), undefined)) ?? []) {
    if (other !== name && other.startsWith(partPrefix(partNumber)))
      await orIfAbsent(unlink(join(path, other)), undefined);
  }
}
