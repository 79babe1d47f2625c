import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { ReadAt } from '../disk/readFile';
import type { CompletedContent, CompletedPart, ReceivedParts } from './parts';

/** The bytes from `start` to `end` (inclusive). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A multipart upload of a blob. */
export interface BlobUpload {
  /** Assigned by the store. */
  readonly uploadId: string;
  readonly blob: string;
}

/**
 * Stores contents under keys that never change (`{project hash}/{random id}`); the database maps the keys of objects to
 * them. Blobs that no row refers to are invisible. Everything that was acknowledged survives a crash.
 */
export interface BlobStore {
  /** Names the store in messages for operators. */
  readonly place: string;
  /** Reads a blob, or a range of it. */
  read(blob: string, range?: ByteRange): Readable;
  /** Runs a task that reads parts of a blob. */
  withReader<Result>(blob: string, task: (readAt: ReadAt) => Promise<Result>): Promise<Result>;
  /** Runs a task with a file that contains the blob. The file must not be changed, and is missing if the blob is. */
  withFile<Result>(blob: string, task: (path: string) => Promise<Result>): Promise<Result>;
  /**
   * Checks the disk space before work that writes this many bytes.
   *
   * @throws HttpError 507 `DISK_FULL` if the disk has less space than that plus a reserve for the database.
   */
  requireSpace(bytes?: number): Promise<void>;
  /** Does the same for work that writes temporary files to the server's disk, regardless of where the blobs are. */
  requireTempSpace(bytes: number): Promise<void>;
  /** Writes a small blob. */
  put(blob: string, body: Buffer): Promise<void>;
  /** Resolves to true if the blob exists. */
  has(blob: string): Promise<boolean>;
  /** Returns when the content of a blob was stored; undefined if the blob does not exist. */
  storedAt(blob: string): Promise<Date | undefined>;
  /** Iterates over all blobs, in pages. */
  list(): AsyncIterable<readonly string[]>;
  /** Returns an address at which a worker of the lab reads a blob: a path or a URL. */
  locate(blob: string): Promise<string>;
  /**
   * Returns a URL at which a browser reads a blob or ranges of it for some time. The response has an `ETag`.
   *
   * @param options.etag The checksum of the content; undefined if it is not known.
   */
  contentUrl(blob: string, options: { readonly etag: string | undefined; readonly seconds: number }): Promise<string>;
  /** Removes blobs and their previews. Skips blobs that do not exist. */
  remove(blobs: readonly string[]): Promise<void>;

  /** Starts a multipart upload and returns its id. */
  startUpload(blob: string): Promise<string>;
  /** Returns the URL to which a client sends a part with `PUT`. The response has the part's MD5 as its `ETag`. */
  partUrl(upload: BlobUpload, partNumber: number): Promise<string>;
  /**
   * Returns the content that the parts of an upload have together.
   *
   * @throws HttpError 400 naming the part that is missing or differs, 404 `NO_SUCH_UPLOAD`.
   */
  measureUpload(upload: BlobUpload, parts: readonly CompletedPart[]): Promise<CompletedContent>;
  /** Returns what an upload has received so far. */
  received(upload: BlobUpload): Promise<ReceivedParts>;
  /** Returns the MD5s of the parts that an upload has received, by their numbers. */
  etagsOfParts(upload: BlobUpload): Promise<ReadonlyMap<number, string>>;
  /**
   * Creates the blob from its parts. Can be repeated until `endUpload`.
   *
   * @param measured The result of `measureUpload`, if it is known.
   * @throws HttpError 400 naming the part that is missing or differs, 404 `NO_SUCH_UPLOAD`.
   */
  completeUpload(
    upload: BlobUpload,
    parts: readonly CompletedPart[],
    measured?: CompletedContent,
  ): Promise<CompletedContent>;
  /** True if the parts of a completed upload remain until `endUpload`. */
  readonly keepsParts: boolean;
  /** Removes an upload and its parts, but not the blob. Does nothing if the upload does not exist. */
  endUpload(upload: BlobUpload): Promise<void>;
  /** Iterates over the uploads that were started before a time, in batches. */
  uploadsBefore(time: Date): AsyncIterable<readonly BlobUpload[]>;

  /** Returns the id of the database that the blobs belong to; undefined if none has claimed them. */
  readOwner(): Promise<string | undefined>;
  writeOwner(databaseId: string): Promise<void>;

  /** Archives and image pyramids. */
  readonly derived: DerivedFiles;
  readonly previews: PreviewCache;

  /** The origin from which browsers upload and download; undefined if it is the server's own. */
  readonly origin?: string;
  /** The routes that receive parts, and send files and archives, unless the storage has its own. */
  readonly routes?: FastifyPluginAsync;
}

/** A cache of rendered previews, whose names begin with `previewPrefix`. Any of them can be lost. */
export interface PreviewCache {
  get(name: string): Promise<Buffer | undefined>;
  put(name: string, preview: Buffer): Promise<void>;
  /** Iterates over the names of all previews, in pages. */
  list(): AsyncIterable<readonly string[]>;
  /** Removes previews by their names. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes all previews of blobs. */
  removeOf(blobs: readonly string[]): Promise<void>;
}

/** Files that the server makes from blobs: archives (`zips/{ref}.zip`) and pyramids (`pyramids/{dataset}/{job}/…`). */
export interface DerivedFiles {
  /**
   * Writes a file, which becomes visible when it is complete, and returns its size.
   *
   * @param options.expectedBytes An estimate of the size.
   */
  write(
    name: string,
    body: Readable,
    options: { readonly signal: AbortSignal; readonly expectedBytes?: number },
  ): Promise<number>;
  /** Moves a local folder to `name`. */
  moveFolder(path: string, name: string): Promise<void>;
  /** Opens a file; undefined if it does not exist. */
  open(name: string): Promise<{ readonly body: Readable; readonly size: number } | undefined>;
  /** Returns the size of a file; undefined if it does not exist. */
  size(name: string): Promise<number | undefined>;
  /** Lists the names of the files and folders in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Removes a file or a folder. Does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  /**
   * Removes what killed servers have written of archives.
   *
   * @param findKept Returns the names that may still be written.
   */
  removeUnfinished(findKept: (names: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Returns a URL at which anyone can download an archive for some time. */
  archiveUrl(name: string, options: { readonly fileName: string; readonly seconds: number }): Promise<string>;
}

/** The headers of parts and contents that pages of the app read. */
export const CONTENT_HEADER_NAMES = ['ETag', 'Content-Range', 'Content-Length', 'Accept-Ranges'];

const BLOB_ID_BYTES = 16;

/** The name of the object or file that names the database of the blobs. */
export const OWNER_NAME = 'database-id';

/** Creates the key of a new blob. */
export function newBlobKey(projectHash: string): string {
  return `${projectHash}/${randomBytes(BLOB_ID_BYTES).toString('hex')}`;
}

/** Returns whether a store could have created a key. */
export function isBlobKey(blob: string): boolean {
  return /^[0-9a-f]{32}\/[0-9a-f]{32}$/.test(blob);
}

/**
 * Returns the key of a blob.
 *
 * @throws Error for a key that no store has created.
 */
export function checkBlobKey(blob: string): string {
  if (!isBlobKey(blob)) throw new Error('The key of the blob is malformed.');
  return blob;
}

/**
 * Returns the name of a derived file or folder.
 *
 * @throws Error for a name that may refer to something else.
 */
export function checkDerivedName(name: string): string {
  const [area, ...segments] = name.split('/');
  const isSafe = segments.every((segment) => /^[\w-][\w.-]*$/.test(segment));
  if (!isSafe || (area !== 'zips' && area !== 'pyramids')) throw new Error('The name of the file is malformed.');
  return name;
}

/** Returns whether a store has one of some blobs. */
export async function containsAny(blobs: BlobStore, sample: readonly string[]): Promise<boolean> {
  for (const blob of sample) if (await blobs.has(blob)) return true;
  return false;
}
