import type { IDBPDatabase } from 'idb';
import { RECORD_STORES, type RecordStore, type RecordStoreName } from './ports';

const DATABASE = 'data-manager';
const VERSION = 5;
/** Records cloned in one task. Thousands at once would block the page. */
const SLICE = 250;

/**
 * Creates the collections of records over IndexedDB. Failures are returned, not thrown: the app works without the
 * database (in private windows, with a restrictive policy, with a damaged profile), except for what it stores there.
 */
export function createRecordStores(log: (message: string) => void): (name: RecordStoreName) => RecordStore {
  let opened: Promise<IDBPDatabase> | undefined;

  // The first screen needs neither the database nor the library.
  const openNew = async (): Promise<IDBPDatabase> => {
    const { openDB } = await import('idb');
    return openDB(DATABASE, VERSION, {
      upgrade: (database) => {
        for (const name of RECORD_STORES) {
          if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
        }
      },
      // Lets a newer version of the app in another tab upgrade the database.
      blocking: (_current, _blocked, event) => {
        opened = undefined;
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: () => {
        opened = undefined;
      },
    });
  };

  const open = (): Promise<IDBPDatabase> => {
    opened ??= openNew().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const attempt = async <Value>(job: (database: IDBPDatabase) => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await job(await open());
    } catch (error) {
      log(`The browser's database refused: ${error instanceof Error ? error.name : 'unknown'}`);
      return undefined;
    }
  };

  const createStore = (name: RecordStoreName): RecordStore => ({
    readAll: () =>
      attempt(async (database) => {
        const { store } = database.transaction(name);
        const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
        return new Map(keys.flatMap((key, index) => (typeof key === 'string' ? [[key, values[index]]] : [])));
      }),
    put: async (records, removedKeys = []) =>
      (await attempt((database) => change(database, name, records, removedKeys))) ?? false,
    remove: async (keys) => (await attempt((database) => change(database, name, [], keys))) ?? false,
  });
  const stores = new Map(RECORD_STORES.map((name) => [name, createStore(name)]));
  return (name) => stores.get(name) ?? createStore(name);
}

/** Changes a store in a single transaction. An error, such as a record that cannot be cloned, rolls all of it back. */
async function change(
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
  const begin = async (request: Promise<unknown>): Promise<void> => {
    ignoreRejection(request);
    begun += 1;
    // A pending request keeps the transaction open.
    if (begun % SLICE === 0) await request;
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
