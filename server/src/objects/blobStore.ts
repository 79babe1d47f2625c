import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { CompletedPart } from './parts';

/** The bytes from `start` to `end` (inclusive). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A multipart upload of a blob. */
export interface BlobUpload {
  /** Given by the store. */
  readonly uploadId: string;
  readonly blob: string;
}

/**
 * Stores contents under keys that never change (`{project hash}/{random id}`); the database maps the keys of objects to
 * them. Blobs that no row refers to are invisible. Everything that was acknowledged survives a crash.
 */
export interface BlobStore {
  /** Reads a blob, or a range of it. */
  read(blob: string, range?: ByteRange): Readable;
  /** Writes a small blob. */
  put(blob: string, body: Buffer): Promise<void>;
  /** Runs a task with a file that contains the blob. The file must not be changed. */
  withFile<Result>(blob: string, task: (path: string) => Promise<Result>): Promise<Result>;
  /** Returns an address at which a worker of the lab reads a blob: a path or a URL. */
  locate(blob: string): Promise<string>;
  /** Removes blobs. Skips those that do not exist. */
  remove(blobs: readonly string[]): Promise<void>;

  /** Starts a multipart upload and returns its id. */
  startUpload(blob: string): Promise<string>;
  /** Returns the URL to which a client sends a part with `PUT`. The response has the part's MD5 as its `ETag`. */
  partUrl(upload: BlobUpload, partNumber: number): Promise<string>;
  /**
   * Creates the blob from its parts. Can be repeated until `endUpload`.
   *
   * @returns The size in bytes.
   * @throws HttpError 400 naming the part that is missing or differs, 404 `NO_SUCH_UPLOAD`.
   */
  completeUpload(upload: BlobUpload, parts: readonly CompletedPart[]): Promise<number>;
  /** Removes an upload and its parts, but not the blob. Does nothing if the upload does not exist. */
  endUpload(upload: BlobUpload): Promise<void>;
  /** Iterates over the uploads that were started before a time, in batches. */
  uploadsBefore(time: Date): AsyncIterable<readonly BlobUpload[]>;

  /** The routes to which clients send parts, unless the storage has its own. */
  readonly routes?: FastifyPluginAsync;
}

const BLOB_ID_BYTES = 16;

/** Creates the key of a new blob. */
export function newBlobKey(projectHash: string): string {
  return `${projectHash}/${randomBytes(BLOB_ID_BYTES).toString('hex')}`;
}
