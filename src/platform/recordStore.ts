import type { IDBPDatabase, IDBPObjectStore } from 'idb';
import { RECORD_STORES, type RecordStore, type RecordStoreName } from './ports';

const DATABASE = 'data-manager';
const VERSION = 1;
/** Records that are copied in one go: with the thousands of a folder, the page would stand still. */
const SLICE = 250;

/**
 * Collections of records in IndexedDB. A browser that has none (private windows, a policy, a damaged profile) costs
 * what the records are for, never the work itself: every failure is an answer.
 */
export function createRecordStores(log: (message: string) => void): (name: RecordStoreName) => RecordStore {
  let opened: Promise<IDBPDatabase> | undefined;

  /** The page is drawn without its database, and without the code for it. */
  const openNew = async (): Promise<IDBPDatabase> => {
    const { openDB } = await import('idb');
    return openDB(DATABASE, VERSION, {
      upgrade: (database) => {
        for (const name of RECORD_STORES) {
          if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
        }
      },
      // A newer version of the app in another tab must be able to upgrade.
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

  return (name) => ({
    readAll: () =>
      attempt(async (database) => {
        const { store } = database.transaction(name);
        const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
        return new Map(keys.flatMap((key, index) => (typeof key === 'string' ? [[key, values[index]]] : [])));
      }),
    put: async (records) => {
      const written = await attempt((database) =>
        change(database, name, records, (store, [key, record]) => store.put(record, key)),
      );
      return written ?? false;
    },
    remove: async (keys) => {
      const removed = await attempt((database) => change(database, name, keys, (store, key) => store.delete(key)));
      return removed ?? false;
    },
  });
}

type Changing = IDBPObjectStore<unknown, [RecordStoreName], RecordStoreName, 'readwrite'>;

/** One transaction: what throws in the middle (a record that can't be cloned) takes back what went before. */
async function change<Item>(
  database: IDBPDatabase,
  name: RecordStoreName,
  items: Iterable<Item>,
  request: (store: Changing, item: Item) => Promise<unknown>,
): Promise<true> {
  const transaction = database.transaction(name, 'readwrite');
  // All of them reject when one does; the first says why.
  const quietly = (promise: Promise<unknown>): void => void promise.catch(() => undefined);
  quietly(transaction.done);
  try {
    let begun = 0;
    for (const item of items) {
      const change = request(transaction.store, item);
      quietly(change);
      begun += 1;
      // While a request is open, so is the transaction.
      if (begun % SLICE === 0) await change;
    }
  } catch (error) {
    transaction.abort();
    throw error;
  }
  await transaction.done;
  return true;
}
