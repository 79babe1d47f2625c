import type { IDBPDatabase } from 'idb';
import { RECORD_STORES, type RecordStore, type RecordStoreName } from './ports';
import type * as recordAccess from './recordAccess';

interface Opened {
  readonly access: typeof recordAccess;
  readonly database: IDBPDatabase;
}

/**
 * Creates the collections of records over IndexedDB. Failures are returned, not thrown: the app works without the
 * database (in private windows, with a restrictive policy, with a damaged profile), except for what it stores there.
 */
export function createRecordStores(log: (message: string) => void): (name: RecordStoreName) => RecordStore {
  let opening: Promise<Opened> | undefined;

  const forget = (): void => {
    opening = undefined;
  };

  // The first screen needs neither the database nor the code.
  const open = async (): Promise<Opened> => {
    try {
      const access = await import('./recordAccess');
      return { access, database: await access.openDatabase(forget) };
    } catch (error) {
      forget();
      throw error;
    }
  };

  const attempt = async <Value>(job: (opened: Opened) => Promise<Value>): Promise<Value | undefined> => {
    try {
      opening ??= open();
      return await job(await opening);
    } catch (error) {
      log(`The browser's database refused: ${error instanceof Error ? error.name : 'unknown'}`);
      return undefined;
    }
  };

  const createStore = (name: RecordStoreName): RecordStore => {
    const put: RecordStore['put'] = async (records, removedKeys = []) =>
      (await attempt(({ access, database }) => access.changeRecords(database, name, records, removedKeys))) ?? false;
    return {
      readAll: (before) => attempt(({ access, database }) => access.readRecords(database, name, before)),
      read: (key) => attempt(({ database }) => database.get(name, key) as Promise<unknown>),
      put,
      remove: (keys) => put([], keys),
    };
  };
  const stores = new Map(RECORD_STORES.map((name) => [name, createStore(name)]));
  return (name) => stores.get(name) ?? createStore(name);
}
