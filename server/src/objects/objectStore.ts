import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { HttpError, StartupError } from '../common/errors';
import { listObjects } from '../database/files/objectListing';
import { resolveTarget } from '../database/files/objectPlaces';
import { findObjects, sampleBlobs } from '../database/files/objects';
import { placeObject } from '../database/files/placeObject';
import type { StoredObject } from '../database/files/storedObject';
import type { Database, Queryable } from '../database/sql';
import { sponsorOfKey } from '../names/keyRules';
import { containsAny, newBlobKey, type BlobStore, type ByteRange } from '../storage/blobStore';

/**
 * Read access to the objects of all sponsors, without the objects of deleted projects and datasets. Callers validate keys with
 * `keyRules.ts`.
 */
export type ObjectStore = ReturnType<typeof createObjectStore>;

/** One page of a listing, sorted by key. */
interface ObjectPage {
  readonly objects: readonly StoredObject[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** Creates the objects, whose keys are in the database and whose contents are in the blob store. */
export function createObjectStore(database: Database, blobs: BlobStore) {
  return {
    /** Lists a page of the objects below a path (`sponsor/project`), from the cursor of the previous page on. */
    async list(
      path: string,
      { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
    ): Promise<ObjectPage> {
      const after = cursor === undefined ? undefined : keyOfCursor(cursor, path);
      const { objects, last } = await listObjects(database, path, { after, limit });
      return last === undefined ? { objects } : { objects, cursor: Buffer.from(last).toString('base64url') };
    },
    /** Finds objects of one sponsor by key. */
    find: (keys: readonly string[]) => findObjects(database, sponsorOfKey(keys[0] ?? ''), keys),
    /** Reads an object, or the bytes from `start` to `end` (inclusive). */
    read: ({ blob }: StoredObject, range?: ByteRange): Readable => blobs.read(blob, range),
    /** Writes a small object, such as sample data. A key that ends in `/` is an empty folder. */
    async put(key: string, body: Buffer): Promise<void> {
      const place = await resolveTarget(database, key);
      const blob = newBlobKey(place.projectHash);
      if (!key.endsWith('/')) await blobs.put(blob, body);
      await database.transaction((transaction: Queryable) =>
        placeObject(transaction, place, { blob, size: body.length, etag: md5Of(body) }),
      );
    },
  };
}

function md5Of(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}

/** @throws StartupError if the blob store has none of the sampled blobs, because it does not belong to the database. */
export async function checkContents(database: Database, blobs: BlobStore): Promise<void> {
  const sample = await sampleBlobs(database);
  if (sample.length === 0 || (await containsAny(blobs, sample))) return;
  throw new StartupError(
    `The database lists files whose contents are not in ${blobs.place}. Check DATA_DIR, DATABASE_URL and S3_BUCKET. To ` +
      'move the files of a data folder to a bucket, copy its folder “blobs” to the bucket under the same name.',
  );
}

function keyOfCursor(cursor: string, path: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  // PostgreSQL can't store NUL.
  if (!key.startsWith(`${path}/`) || key.includes('\0')) {
    throw new HttpError(400, 'The cursor is invalid for this path.');
  }
  return key;
}

/** Read access to objects. */
export type ReadableObjects = Pick<ObjectStore, 'list' | 'find' | 'read'>;

/** Others run between two pages. Pages of 1,000 objects take twice as long each, and an eighth less time in all. */
const PAGE_OBJECTS = 500;

/** Iterates over all objects below a path in pages, sorted by key. */
export async function* listAllPages(
  objects: Pick<ReadableObjects, 'list'>,
  path: string,
): AsyncGenerator<readonly StoredObject[]> {
  let cursor: string | undefined;
  do {
    const page = await objects.list(path, { cursor, limit: PAGE_OBJECTS });
    yield page.objects;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Iterates over all objects below a path, sorted by key. Waiting for each takes as long as the rest of a simple loop. */
export async function* listAllObjects(
  objects: Pick<ReadableObjects, 'list'>,
  path: string,
): AsyncGenerator<StoredObject> {
  for await (const page of listAllPages(objects, path)) yield* page;
}
