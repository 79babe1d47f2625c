import type { ReadableObjects, StoredObject } from './objectStore';

const PAGE_OBJECTS = 1_000;

/** Everything below a path, in order of keys, a page at a time. */
export async function* objectsBelow(
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
