/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { setImmediate } from 'node:timers';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { persistStorage } from '../../../src/platform/records/persistStorage';
import { createRecordStores } from '../../../src/platform/records/recordStore';
import { createFakePorts } from '../../support/fakePorts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** Records, and the maximum number of them that were read before the page got a turn. */
function watchedRecords(count: number, onRead: () => void = () => undefined) {
  let read = 0;
  let longest = 0;
  function* records(): Generator<readonly [string, number]> {
    for (let index = 0; index < count; index += 1) {
      if (read === 0) setImmediate(() => (read = 0));
      read += 1;
      longest = Math.max(longest, read);
      onRead();
      yield [`${index}`, index];
    }
  }
  return { records: records(), longest: () => longest };
}

describe('record stores', () => {
  test('reads records in a new page, in the order of their keys', async () => {
    await createRecordStores(jest.fn())('receipts').put([
      ['b', { size: 2 }],
      ['a', { size: 1 }],
    ]);
    const read = await createRecordStores(jest.fn())('receipts').readAll();
    expect([...(read ?? [])]).toEqual([
      ['a', { size: 1 }],
      ['b', { size: 2 }],
    ]);
  });

  test('keeps the records of two stores separate', async () => {
    const records = createRecordStores(jest.fn());
    await records('receipts').put([['a', 1]]);
    expect(await records('upload-journal').readAll()).toEqual(new Map());
  });

  test('removes records, and ignores the removal of a missing record', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    await receipts.put([
      ['a', 1],
      ['b', 2],
    ]);
    expect(await receipts.remove(['a', 'never'])).toBe(true);
    expect(await receipts.readAll()).toEqual(new Map([['b', 2]]));
  });

  test('writes and removes records in one step', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    await receipts.put([['a', 1]]);
    expect(await receipts.put([['b', 2]], ['a'])).toBe(true);
    expect(await receipts.readAll()).toEqual(new Map([['b', 2]]));
    expect(await receipts.put([['c', () => 3]], ['b'])).toBe(false);
    expect(await receipts.readAll()).toEqual(new Map([['b', 2]]));
  });

  test('writes no record if one of them cannot be cloned', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    expect(
      await receipts.put([
        ['a', 1],
        ['b', () => 2],
      ]),
    ).toBe(false);
    expect(await receipts.readAll()).toEqual(new Map());
  });

  test('writes no record of thousands if one of them cannot be cloned', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    const many = Array.from({ length: 2_000 }, (_, index) => [`many-${index}`, index] as const);
    expect(await receipts.put([...many, ['one', () => 2]])).toBe(false);
    expect(await receipts.readAll()).toEqual(new Map());
    expect(await receipts.put(many)).toBe(true);
    expect((await receipts.readAll())?.size).toBe(2_000);
  });

  test('yields to the page while it writes thousands of records', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    await receipts.readAll();
    const { records, longest } = watchedRecords(2_000);
    expect(await receipts.put(records)).toBe(true);
    expect(longest()).toBeLessThan(1_000);
  });

  test('yields to the page while it writes a few large records', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    await receipts.readAll();
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const { records, longest } = watchedRecords(100, () => {
      now += 2;
    });
    expect(await receipts.put(records)).toBe(true);
    jest.restoreAllMocks();
    expect(longest()).toBeLessThan(20);
    expect((await receipts.readAll())?.size).toBe(100);
  });

  test('writes records without a pause while the page is hidden, because it may be closing', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    await receipts.readAll();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { records, longest } = watchedRecords(2_000);
    expect(await receipts.put(records)).toBe(true);
    jest.restoreAllMocks();
    expect(longest()).toBe(2_000);
  });

  test('reads one record, or those whose keys come before a key', async () => {
    const receipts = createRecordStores(jest.fn())('receipts');
    await receipts.put([
      ['a', 1],
      ['b', 2],
      ['~a', 3],
    ]);
    expect(await receipts.read('b')).toBe(2);
    expect(await receipts.read('c')).toBeUndefined();
    expect(await receipts.readAll('~')).toEqual(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    );
  });

  test('does not block a newer version of the app in another tab from upgrading the database', async () => {
    await createRecordStores(jest.fn())('receipts').put([['a', 1]]);
    const [{ version = 0 } = {}] = await globalThis.indexedDB.databases();
    const newer = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = globalThis.indexedDB.open('data-manager', version + 1);
      request.onsuccess = () => resolve(request.result);
      request.onblocked = () => reject(new Error('blocked'));
    });
    expect(newer.version).toBe(version + 1);
    newer.close();
  });

  test('logs the reason and reports failure if the browser denies access', async () => {
    const log = jest.fn();
    jest.spyOn(globalThis.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const receipts = createRecordStores(log)('receipts');
    expect(await receipts.put([['a', 1]])).toBe(false);
    expect(await receipts.remove(['a'])).toBe(false);
    expect(await receipts.readAll()).toBeUndefined();
    expect(log).toHaveBeenCalledWith("The browser's database refused: SecurityError");
  });
});

test('the first record whose loss matters is announced once', async () => {
  const onFirstRecord = jest.fn();
  const records = createRecordStores(jest.fn(), onFirstRecord);
  await records('channel-colours').put([['a', 1]]);
  await records('receipts').remove(['a']);
  expect(onFirstRecord).not.toHaveBeenCalled();
  for (const name of ['receipts', 'follows'] as const) await records(name).put([['a', 1]]);
  expect(onFirstRecord).toHaveBeenCalledTimes(1);
});

test.each([
  ['is remembered', { persist: () => Promise.resolve(false) }, 'refused'],
  ['by an error is remembered', { persist: () => Promise.reject(new Error('no')) }, 'refused'],
  ['without HTTPS is remembered', undefined, 'refused'],
  ['is not remembered if there is none', { persist: () => Promise.resolve(true) }, undefined],
])('a refusal to keep the storage %s', async (_, storage, stored) => {
  const { preferences } = createFakePorts();
  await persistStorage(storage === undefined ? {} : { storage }, preferences);
  expect(preferences.get('storage')).toBe(stored);
  preferences.set('storage', 'told');
  await persistStorage({ storage: { persist: () => Promise.resolve(false) } }, preferences);
  expect(preferences.get('storage')).toBe('told');
});
