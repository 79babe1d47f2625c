import type { Readable } from 'node:stream';

/** An object in a listing. A key that ends in `/` is an empty folder of size 0. */
export interface StoredObject {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
  /** ISO-8601 UTC. */
  readonly lastModified: string;
}

/** One page of a listing, sorted by key; `cursor` is present if there are more pages. */
export interface ObjectPage {
  readonly objects: readonly StoredObject[];
  readonly cursor?: string;
}

/** Selects a page of a listing. */
export interface PageRequest {
  /** The cursor of the previous page; undefined for the first page. */
  readonly cursor?: string | undefined;
  /** Maximum number of objects. */
  readonly limit: number;
  /** Keys to exclude. Excluding a folder (a key ending in `/`) excludes everything below it. */
  readonly exclude?: (key: string) => boolean;
}

/**
 * The objects of all sponsors. Callers validate keys with `keyRules.ts`. Writes are atomic: readers see the old object
 * or the new one.
 */
export interface ObjectStore {
  /** Lists a page of the objects below a path (`sponsor/project`). */
  list(path: string, page: PageRequest): Promise<ObjectPage>;
  /**
   * Returns a text that changes whenever an object below a path is added, replaced or removed; undefined if an object has
   * changed so recently that a further change might go unnoticed.
   */
  version(path: string): Promise<string | undefined>;
  /** Returns undefined if the object does not exist. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Reads an object, or the bytes from `start` to `end` (inclusive). */
  read(key: string, range?: { readonly start: number; readonly end: number }): Readable;
  /** Writes a small object, such as sample data. */
  put(key: string, body: Buffer): Promise<void>;
  /** Moves everything below one path to another path, which must not contain objects. */
  move(fromPath: string, toPath: string): Promise<void>;
  /** Removes everything below a path. Does nothing if the path does not exist. */
  remove(path: string): Promise<void>;
}

/** Read access to objects. */
export type ReadableObjects = Pick<ObjectStore, 'list' | 'stat' | 'read'>;

const PAGE_OBJECTS = 1_000;

/** Iterates over all objects below a path, sorted by key. */
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
