import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { HttpError } from '../../common/errors';
import { newTempPath, type DataFolder } from '../../disk/dataFolder';
import { requireFreeBytes } from '../../disk/durableFiles';
import { checkBlobKey, isBlobKey, OWNER_NAME, type BlobStore, type BlobUpload } from '../blobStore';
import {
  bareDigest,
  contentOfParts,
  multipartChecksum,
  noSuchUpload,
  partNotStored,
  sumOfParts,
  type CompletedContent,
  type CompletedPart,
} from '../parts';
import { createS3DerivedFiles } from './s3DerivedFiles';
import { isMissing, s3ErrorName, toStorageError } from './s3Errors';
import { listKeys, listOpenUploads, listParts, type UploadAddress } from './s3Listing';
import { deleteObjects, orStorageError, readObject, unlessMissing, type S3Bucket } from './s3Objects';
import { createS3Previews } from './s3Previews';

/** The longest lifetime of a presigned URL. */
const MAX_URL_SECONDS = 7 * 24 * 60 * 60;

const TOO_SMALL = 'All parts but the last must have at least 5 MiB.';

/** Options of the store. */
interface S3StoreOptions {
  /** For temporary copies of images that are decoded. */
  readonly folder: DataFolder;
  /** Lifetime of a URL for a part. */
  readonly seconds: number;
  /** Disk space in bytes that temporary files must leave free. */
  readonly reservedBytes?: number;
}

/** The prefix of the keys of blobs. */
const AREA = 'blobs/';

/** Creates a blob store over an S3 bucket, to which browsers send parts themselves. Any number of servers can share one. */
export async function createS3BlobStore(
  storage: S3Bucket,
  { folder, seconds, reservedBytes = 0 }: S3StoreOptions,
): Promise<BlobStore> {
  const { client, bucket } = storage;
  const at = (blob: string) => ({ Bucket: bucket, Key: AREA + checkBlobKey(blob) });
  const owner = { Bucket: bucket, Key: OWNER_NAME };
  const previews = createS3Previews(storage);

  const requireTempSpace = (bytes: number): Promise<void> => requireFreeBytes(folder, bytes + reservedBytes);

  const signPart = ({ uploadId, blob }: BlobUpload, partNumber: number): Promise<string> => {
    const part = new UploadPartCommand({ ...at(blob), UploadId: uploadId, PartNumber: partNumber });
    return getSignedUrl(client, part, { expiresIn: seconds });
  };

  async function findBlob(blob: string) {
    const found = await unlessMissing(client.send(new HeadObjectCommand(at(blob))));
    return found && { size: found.ContentLength ?? 0, etag: bareDigest(found.ETag), storedAt: found.LastModified };
  }

  const read: BlobStore['read'] = (blob, range) =>
    Readable.from(readObject(storage, at(blob).Key, range), { objectMode: false });

  return {
    place: `the bucket ${bucket}`,
    read,
    withReader: (blob, task) =>
      task(async (position, length) => {
        try {
          return await buffer(read(blob, { start: position, end: position + length - 1 }));
        } catch (error) {
          if (s3ErrorName(error) === 'InvalidRange') return Buffer.alloc(0);
          throw error;
        }
      }),
    async withFile(blob, task) {
      await requireTempSpace((await findBlob(blob))?.size ?? 0);
      const temp = newTempPath(folder);
      try {
        await pipeline(read(blob), createWriteStream(temp, { flags: 'wx' })).catch(async (error: unknown) => {
          if (!isMissing(error)) throw error;
          await rm(temp, { force: true });
        });
        return await task(temp);
      } finally {
        await rm(temp, { force: true });
      }
    },
    // The storage itself reports when it is full.
    requireSpace: () => Promise.resolve(),
    requireTempSpace,
    async put(blob, body) {
      await orStorageError(client.send(new PutObjectCommand({ ...at(blob), Body: body })));
    },
    has: async (blob) => (await findBlob(blob)) !== undefined,
    storedAt: async (blob) => (await findBlob(blob))?.storedAt,
    async *list() {
      for await (const keys of listKeys(storage, AREA)) yield keys.filter(isBlobKey);
    },
    locate: (blob) => getSignedUrl(client, new GetObjectCommand(at(blob)), { expiresIn: MAX_URL_SECONDS }),
    contentUrl: (blob, { seconds: expiresIn }) => getSignedUrl(client, new GetObjectCommand(at(blob)), { expiresIn }),
    async remove(blobs) {
      await deleteObjects(
        storage,
        blobs.map((blob) => at(blob).Key),
      );
      await previews.removeOf(blobs);
    },
    async startUpload(blob) {
      const { UploadId } = await orStorageError(client.send(new CreateMultipartUploadCommand(at(blob))));
      if (UploadId === undefined) throw new Error('The storage returned no upload id.');
      return UploadId;
    },
    partUrl: signPart,
    keepsParts: false,
    async measureUpload({ uploadId, blob }, parts) {
      try {
        return await requireParts(client, { ...at(blob), UploadId: uploadId }, parts);
      } catch (error) {
        if (!isMissing(error)) throw toStorageError(error);
      }
      // Completed by an earlier call, or cancelled.
      const found = await findBlob(blob);
      if (found === undefined) throw noSuchUpload();
      return parts.length === 1 ? contentOfParts([found.size]) : { size: found.size };
    },
    async received({ uploadId, blob }) {
      const parts = await unlessMissing(listParts(client, { ...at(blob), UploadId: uploadId }));
      // Of a completed upload, only the blob is left.
      const blobs = parts === undefined ? [await findBlob(blob)] : [];
      return sumOfParts([...(parts?.values() ?? []), ...blobs]);
    },
    async etagsOfParts({ uploadId, blob }) {
      const parts = await unlessMissing(listParts(client, { ...at(blob), UploadId: uploadId }));
      return new Map([...(parts ?? [])].map(([partNumber, { etag }]) => [partNumber, etag]));
    },
    async completeUpload({ uploadId, blob }, parts, measured) {
      let expected = measured;
      try {
        // The storage verifies a single part itself, and its size is that of the blob.
        if (parts.length > 1) expected ??= await requireParts(client, { ...at(blob), UploadId: uploadId }, parts);
        await client.send(
          new CompleteMultipartUploadCommand({
            ...at(blob),
            UploadId: uploadId,
            MultipartUpload: { Parts: toS3(parts) },
          }),
        );
      } catch (error) {
        const [first] = parts;
        // A single part is missing or differs, or a part was replaced after it was listed.
        if (s3ErrorName(error) === 'InvalidPart' && first !== undefined) throw partNotStored(first);
        if (s3ErrorName(error) === 'EntityTooSmall') throw new HttpError(400, TOO_SMALL);
        // Completed by an earlier call, or cancelled.
        if (!isMissing(error)) throw toStorageError(error);
      }
      const found = await findBlob(blob);
      if (found === undefined) throw noSuchUpload();
      const etag = multipartChecksum(parts.map(({ checksum }) => checksum));
      if (found.etag !== etag || (expected !== undefined && found.size !== expected.size)) {
        throw new Error(`The storage has ${String(found.size)} bytes with the ETag ${found.etag} for ${blob}.`);
      }
      // The sizes of several parts are no longer known if an earlier call has completed the upload.
      return expected ?? (parts.length === 1 ? contentOfParts([found.size]) : { size: found.size });
    },
    async endUpload({ uploadId, blob }) {
      await unlessMissing(client.send(new AbortMultipartUploadCommand({ ...at(blob), UploadId: uploadId })));
    },
    uploadsBefore: (time) => listUploads(storage, time),
    async readOwner() {
      const found = await unlessMissing(client.send(new GetObjectCommand(owner)));
      return found?.Body?.transformToString();
    },
    async writeOwner(databaseId) {
      await client.send(new PutObjectCommand({ ...owner, Body: databaseId }));
    },
    derived: createS3DerivedFiles(storage),
    previews,
    origin: new URL(await signPart({ uploadId: 'any', blob: `${'0'.repeat(32)}/${'0'.repeat(32)}` }, 1)).origin,
  };
}

function toS3(parts: readonly CompletedPart[]): { PartNumber: number; ETag: string }[] {
  return parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` }));
}

/**
 * Compares the parts of an upload with the parts that a client listed.
 *
 * @throws HttpError 400 naming the first part that is missing or differs.
 */
async function requireParts(
  client: S3Client,
  upload: UploadAddress,
  parts: readonly CompletedPart[],
): Promise<CompletedContent> {
  const stored = await listParts(client, upload);
  const differing = parts.find(({ partNumber, etag }) => stored.get(partNumber)?.etag !== etag);
  if (differing !== undefined) throw partNotStored(differing);
  return contentOfParts(parts.map(({ partNumber }) => stored.get(partNumber)?.size ?? 0));
}

async function* listUploads(storage: S3Bucket, before: Date): AsyncGenerator<readonly BlobUpload[]> {
  for await (const page of listOpenUploads(storage, AREA)) {
    yield page
      .filter(({ startedAt }) => startedAt < before)
      .map(({ uploadId, key }) => ({ uploadId, blob: key.slice(AREA.length) }));
  }
}
