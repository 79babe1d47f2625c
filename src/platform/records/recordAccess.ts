import { openDB, type IDBPDatabase } from 'idb';
import { RECORD_STORES, type RecordStoreName } from '../ports';

const DATABASE = 'data-manager';
const VERSION = 6;
/**
 * The most records cloned in one task, and the time after which a task clones no more, so that the page is not blocked.
 */
const SLICE = 250;
const SLICE_MS = 8;

/** Opens the database. `onClosed` is called when the connection can't be used any longer. */
export function openDatabase(onClosed: () => void): Promise<IDBPDatabase> {
  return openDB(DATABASE, VERSION, {
    upgrade: (database) => {
      for (const name of RECORD_STORES) {
        if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
      }
    },
    // Lets a newer version of the app in another tab upgrade the database.
    blocking: (_current, _blocked, event) => {
      onClosed();
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: onClosed,
  });
}

/** Reads all records, or the records whose keys come before a key. */
export async function readRecords(
  database: IDBPDatabase,
  name: RecordStoreName,
  before?: string,
): Promise<ReadonlyMap<string, unknown>> {
  const { store } = database.transaction(name);
  const range = before === undefined ? undefined : IDBKeyRange.upperBound(before, true);
  const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return new Map(keys.flatMap((key, index) => (typeof key === 'string' ? [[key, values[index]]] : [])));
}

/** Changes a store in a single transaction. An error, such as a record that cannot be cloned, rolls all of it back. */
export async function changeRecords(
  database: IDBPDatabase,
  name: RecordStoreName,
  records: Iterable<readonly [key: string, record: unknown]>,
  removedKeys: Iterable<string>,
): Promise<true> {
  const transaction = database.transaction(name, 'readwrite');
  // All promises reject if one does; the first error is thrown.
  const ignoreRejection = (promise: Promise<unknown>): void => void promise.catch(() => undefined);
  ignoreRejection(transaction.done);
  let begun = 0;
  let sliceEnd = performance.now() + SLICE_MS;
  const begin = async (request: Promise<unknown>): Promise<void> => {
    ignoreRejection(request);
    begun += 1;
    const isSliceOver = begun % SLICE === 0 || performance.now() >= sliceEnd;
    // A hidden page has nothing to render, and may be closing: the transaction is lost unless it is committed in this task.
    if (!isSliceOver || document.visibilityState === 'hidden') return;
    // A pending request keeps the transaction open.
    await request;
    sliceEnd = performance.now() + SLICE_MS;
  };
  try {
    for (const [key, record] of records) await begin(transaction.store.put(record, key));
    for (const key of removedKeys) await begin(transaction.store.delete(key));
  } catch (error) {
    transaction.abort();
    throw error;
  }
  // While the page closes, the browser rolls back transactions that commit by themselves.
  transaction.commit();
  await transaction.done;
  return true;
}
