import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Semaphore } from 'async-mutex';
import { attachmentHeader } from '../../names/zipNames';
import { checkDerivedName, type DerivedFiles } from '../blobStore';
import { toStorageError } from './s3Errors';
import { listOpenUploads } from './s3Listing';
import { deleteObjects, orStorageError, unlessMissing, type S3Bucket } from './s3Objects';

/** Slightly more than S3 requires. Parts in flight are held in memory. */
const MIN_PART_BYTES = 6 * 1024 * 1024;
/** A tenth fewer than S3 allows, because the size is estimated. */
const MAX_PARTS = 9_000;
const PARTS_IN_FLIGHT = 4;
const FILES_IN_FLIGHT = 16;

/** Creates the derived files of a bucket. */
export function createS3DerivedFiles(storage: S3Bucket): DerivedFiles {
  const { client, bucket } = storage;
  const at = (name: string) => ({ Bucket: bucket, Key: checkDerivedName(name) });

  const sizeOf = async (name: string): Promise<number | undefined> =>
    (await unlessMissing(client.send(new HeadObjectCommand(at(name)))))?.ContentLength;

  return {
    async write(name, body, { signal, expectedBytes = 0 }) {
      const upload = new Upload({
        client,
        // The SDK accepts only streams of Node, and archives are streams of the package readable-stream.
        params: { ...at(name), Body: Readable.from(body, { objectMode: false }) },
        partSize: Math.max(MIN_PART_BYTES, Math.ceil(expectedBytes / MAX_PARTS)),
        queueSize: PARTS_IN_FLIGHT,
      });
      const abort = (): void => void upload.abort();
      signal.addEventListener('abort', abort, { once: true });
      try {
        signal.throwIfAborted();
        await upload.done();
      } catch (error) {
        throw toStorageError(error);
      } finally {
        signal.removeEventListener('abort', abort);
      }
      const size = await sizeOf(name);
      if (size === undefined) throw new Error(`${name} was not stored.`);
      return size;
    },
    async moveFolder(path, name) {
      const sending = new Semaphore(FILES_IN_FLIGHT);
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const send = async (file: string): Promise<void> => {
        const target = at([name, ...relative(path, file).split(sep)].join('/'));
        const { size } = await stat(file);
        await client.send(new PutObjectCommand({ ...target, Body: createReadStream(file), ContentLength: size }));
      };
      try {
        await orStorageError(Promise.all(files.map((file) => sending.runExclusive(() => send(file)))));
      } catch (error) {
        sending.cancel();
        throw error;
      }
      await rm(path, { recursive: true });
    },
    async open(name) {
      const found = await unlessMissing(client.send(new GetObjectCommand(at(name))));
      return found && { body: found.Body as Readable, size: found.ContentLength ?? 0 };
    },
    size: sizeOf,
    async list(folder) {
      const Prefix = `${checkDerivedName(folder)}/`;
      const names: string[] = [];
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix, Delimiter: '/' });
      for await (const { Contents = [], CommonPrefixes = [] } of pages) {
        names.push(...Contents.map(({ Key = '' }) => Key.slice(Prefix.length)));
        names.push(...CommonPrefixes.map((common) => (common.Prefix ?? '').slice(Prefix.length, -1)));
      }
      return names;
    },
    async remove(name) {
      const { Key } = at(name);
      await deleteObjects(storage, [Key]);
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${Key}/` })) {
        await deleteObjects(
          storage,
          Contents.flatMap((object) => object.Key ?? []),
        );
      }
    },
    async removeUnfinished(findKept) {
      for await (const page of listOpenUploads(storage, 'zips/')) {
        const kept = await findKept(page.map(({ key }) => key));
        for (const { key: Key, uploadId: UploadId } of page) {
          if (kept.has(Key)) continue;
          await unlessMissing(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })));
        }
      }
    },
    archiveUrl(name, { fileName, seconds }) {
      const archive = new GetObjectCommand({
        ...at(name),
        ResponseContentDisposition: attachmentHeader(fileName),
        ResponseContentType: 'application/zip',
        ResponseCacheControl: 'private, no-cache',
      });
      return getSignedUrl(client, archive, { expiresIn: seconds });
    },
  };
}
