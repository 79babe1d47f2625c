import type { IDBPDatabase } from 'idb';
import { RECORD_STORES, type RecordStore, type RecordStoreName } from '../ports';
import { changeRecords, openDatabase, readRecords } from './recordAccess';

/**
 * Creates the collections of records over IndexedDB. Failures are returned, not thrown: the app works without the
 * database (in private windows, with a restrictive policy, with a damaged profile), except for what it stores there.
 *
 * @param onFirstRecord called when something has been stored whose loss matters
 */
export function createRecordStores(
  log: (message: string) => void,
  onFirstRecord: () => void = () => undefined,
): (name: RecordStoreName) => RecordStore {
  let hasRecord = false;
  let opening: Promise<IDBPDatabase> | undefined;

  const forget = (): void => {
    opening = undefined;
  };

  const open = async (): Promise<IDBPDatabase> => {
    try {
      return await openDatabase(forget);
    } catch (error) {
      forget();
      throw error;
    }
  };

  const attempt = async <Value>(job: (database: IDBPDatabase) => Promise<Value>): Promise<Value | undefined> => {
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
      (await attempt((database) => changeRecords(database, name, records, removedKeys))) ?? false;
    return {
      readAll: (before) => attempt((database) => readRecords(database, name, before)),
      read: (key) => attempt((database) => database.get(name, key) as Promise<unknown>),
      put: async (records, removedKeys) => {
        const isDone = await put(records, removedKeys);
        // Colours are no loss.
        if (isDone && !hasRecord && name !== 'channel-colours') {
          hasRecord = true;
          onFirstRecord();
        }
        return isDone;
      },
      remove: (keys) => put([], keys),
    };
  };
  const stores = new Map(RECORD_STORES.map((name) => [name, createStore(name)]));
  return (name) => stores.get(name) ?? createStore(name);
}
