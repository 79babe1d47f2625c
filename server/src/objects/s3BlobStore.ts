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
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { HttpError } from '../errors';
import { checkBlobKey, type BlobStore, type BlobUpload } from './blobStore';
import { newTempPath, type DataFolder } from './dataFolder';
import { requireFreeBytes } from './durableFiles';
import {
  contentOfParts,
  multipartChecksum,
  noSuchUpload,
  partNotStored,
  type CompletedContent,
  type CompletedPart,
} from './parts';
import { createS3DerivedFiles } from './s3DerivedFiles';
import { isMissing, s3ErrorName, toStorageError } from './s3Errors';
import { deleteObjects, orStorageError, readObject, unlessMissing, type S3Bucket } from './s3Objects';

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

/** Identifies a multipart upload of the storage. */
interface UploadAddress {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
}

/** Creates a blob store over an S3 bucket, to which browsers send parts themselves. Any number of servers can share one. */
export async function createS3BlobStore(
  { client, bucket }: S3Bucket,
  { folder, seconds, reservedBytes = 0 }: S3StoreOptions,
): Promise<BlobStore> {
  const at = (blob: string) => ({ Bucket: bucket, Key: `blobs/${checkBlobKey(blob)}` });

  const requireTempSpace = (bytes: number): Promise<void> => requireFreeBytes(folder, bytes + reservedBytes);

  const signPart = ({ uploadId, blob }: BlobUpload, partNumber: number): Promise<string> => {
    const part = new UploadPartCommand({ ...at(blob), UploadId: uploadId, PartNumber: partNumber });
    return getSignedUrl(client, part, { expiresIn: seconds });
  };

  async function findBlob(blob: string): Promise<{ readonly size: number; readonly etag: string } | undefined> {
    const found = await unlessMissing(client.send(new HeadObjectCommand(at(blob))));
    return found && { size: found.ContentLength ?? 0, etag: bareEtag(found.ETag) };
  }

  const read: BlobStore['read'] = (blob, range) =>
    Readable.from(readObject({ client, bucket }, at(blob).Key, range), { objectMode: false });

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
    locate: (blob) => getSignedUrl(client, new GetObjectCommand(at(blob)), { expiresIn: MAX_URL_SECONDS }),
    contentUrl: (blob, { seconds: expiresIn }) => getSignedUrl(client, new GetObjectCommand(at(blob)), { expiresIn }),
    async remove(blobs) {
      await deleteObjects(
        { client, bucket },
        blobs.map((blob) => at(blob).Key),
      );
    },
    async startUpload(blob) {
      const { UploadId } = await orStorageError(client.send(new CreateMultipartUploadCommand(at(blob))));
      if (UploadId === undefined) throw new Error('The storage returned no upload id.');
      return UploadId;
    },
    partUrl: signPart,
    keepsParts: false,
    async completeUpload({ uploadId, blob }, parts) {
      let expected: CompletedContent | undefined;
      try {
        // The storage verifies a single part itself, and its size is that of the blob.
        if (parts.length > 1) expected = await requireParts(client, { ...at(blob), UploadId: uploadId }, parts);
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
    uploadsBefore: (time) => listUploads({ client, bucket }, time),
    derived: createS3DerivedFiles({ client, bucket }),
    previews: {
      async get(name) {
        const preview = new GetObjectCommand({ Bucket: bucket, Key: `previews/${name}` });
        const found = await unlessMissing(client.send(preview));
        return found && Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      },
      async put(name, preview) {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: `previews/${name}`, Body: preview }));
      },
    },
    origin: new URL(await signPart({ uploadId: 'any', blob: `${'0'.repeat(32)}/${'0'.repeat(32)}` }, 1)).origin,
  };
}

function bareEtag(etag = ''): string {
  return etag.replaceAll('"', '').toLowerCase();
}

function toS3(parts: readonly CompletedPart[]): { PartNumber: number; ETag: string }[] {
  return parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` }));
}

/**
 * Compares the parts of an upload with those that a client listed.
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

/** Returns the parts of an upload by their numbers. */
async function listParts(
  client: S3Client,
  upload: UploadAddress,
): Promise<ReadonlyMap<number, { readonly etag: string; readonly size: number }>> {
  const parts = new Map<number, { etag: string; size: number }>();
  // The SDK's paginator does not work here: Ceph sends a marker for the next page even with the last one.
  for (let after: string | undefined; ;) {
    const page = await client.send(new ListPartsCommand({ ...upload, ...(after && { PartNumberMarker: after }) }));
    for (const { PartNumber = 0, ETag, Size = 0 } of page.Parts ?? []) {
      parts.set(PartNumber, { etag: bareEtag(ETag), size: Size });
    }
    if (page.IsTruncated !== true) return parts;
    after = page.NextPartNumberMarker;
  }
}

async function* listUploads({ client, bucket }: S3Bucket, before: Date): AsyncGenerator<readonly BlobUpload[]> {
  const Prefix = 'blobs/';
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await orStorageError(
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix, ...after })),
    );
    yield (page.Uploads ?? []).flatMap(({ UploadId, Key, Initiated }) =>
      UploadId !== undefined && Key !== undefined && Initiated !== undefined && Initiated < before
        ? [{ uploadId: UploadId, blob: Key.slice(Prefix.length) }]
        : [],
    );
    if (page.IsTruncated !== true) return;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
