import { ListMultipartUploadsCommand, ListPartsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { bareDigest } from '../parts';
import { orStorageError, type S3Bucket } from './s3Objects';

/** Identifies a multipart upload of the storage. */
export interface UploadAddress {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
}

/** A part that the storage has received. */
interface StoredPart {
  readonly etag: string;
  readonly size: number;
  readonly storedAt: Date | undefined;
}

/** Returns the parts of an upload by their numbers. */
export async function listParts(
  client: S3Bucket['client'],
  upload: UploadAddress,
): Promise<ReadonlyMap<number, StoredPart>> {
  const parts = new Map<number, StoredPart>();
  // The SDK's paginator does not work here: Ceph sends a marker for the next page even with the last one.
  for (let after: string | undefined; ;) {
    const page = await client.send(new ListPartsCommand({ ...upload, ...(after && { PartNumberMarker: after }) }));
    for (const { PartNumber = 0, ETag, Size = 0, LastModified: storedAt } of page.Parts ?? []) {
      parts.set(PartNumber, { etag: bareDigest(ETag), size: Size, storedAt });
    }
    if (page.IsTruncated !== true) return parts;
    after = page.NextPartNumberMarker;
  }
}

/** A multipart upload that is in progress. */
interface StartedUpload {
  readonly uploadId: string;
  readonly key: string;
  readonly startedAt: Date;
}

/** Iterates over the multipart uploads of objects whose keys have a prefix, in pages. */
export async function* listOpenUploads(
  { client, bucket }: S3Bucket,
  prefix: string,
): AsyncGenerator<readonly StartedUpload[]> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await orStorageError(
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after })),
    );
    yield (page.Uploads ?? []).flatMap(({ UploadId: uploadId, Key: key, Initiated: startedAt }) =>
      uploadId !== undefined && key !== undefined && startedAt !== undefined ? [{ uploadId, key, startedAt }] : [],
    );
    if (page.IsTruncated !== true) return;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** Iterates over the objects whose keys have a prefix, in pages, by their keys without the prefix. */
export async function* listKeys({ client, bucket }: S3Bucket, prefix: string): AsyncGenerator<readonly string[]> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    yield Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(prefix.length)]));
  }
}
