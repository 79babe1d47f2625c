import type { Readable } from 'node:stream';

/** An object as a listing tells it. A key that ends in `/` is an empty folder of size 0. */
export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** ISO-8601 UTC. */
  readonly lastModified: string;
}

/** One page of a listing, in order of keys; `cursor` is there while more follows. */
export interface ObjectPage {
  readonly objects: readonly StoredObject[];
  readonly cursor?: string;
}

/** Which page of a listing is wanted. */
export interface PageRequest {
  /** Of the page before; none for the first. */
  readonly cursor?: string | undefined;
  /** Most objects on the page. */
  readonly limit: number;
  /** Tells the keys that are not listed; a folder's key ends in `/`, and nothing below such a one is looked at. */
  readonly exclude?: (key: string) => boolean;
}

/**
 * The objects of all sponsors. Keys are checked (`keyRules.ts`) before they come here.
 * Every write is atomic: a reader sees the old object or the new one, never a half.
 */
export interface ObjectStore {
  /** Everything below a path (`sponsor/project`), as the page asks. */
  list(path: string, page: PageRequest): Promise<ObjectPage>;
  /** Undefined where there is no such object. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** The bytes from `start` to `end`, both inclusive; the whole object without them. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Readable;
  /** Writes a small object (sample data, markers) in one go. */
  put(key: string, body: Buffer): Promise<void>;
  /** Moves everything below one path to another that must be free. */
  move(fromPath: string, toPath: string): Promise<void>;
  /** Removes everything below a path; none there is no error. */
  remove(path: string): Promise<void>;
}

/** What a reader of objects needs. */
export type ReadableObjects = Pick<ObjectStore, 'list' | 'stat' | 'read'>;

const PAGE_OBJECTS = 1_000;

/** Everything below a path, in order of keys, a page at a time. */
export async function* listAllObjects(
  objects: Pick<ReadableObjects, 'list'>,
  path: string,
): AsyncGenerator<StoredObject> {
  let cursor: string | undefined;
  do {
    const page = await objects.list(path, { cursor, limit: PAGE_OBJECTS });
    yield* page.objects;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
