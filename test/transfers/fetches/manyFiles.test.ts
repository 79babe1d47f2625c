import type { UnknownAction } from '@reduxjs/toolkit';
import { FILES_PER_CHUNK, type FetchFile } from '@data-manager/domain/fetches/folderFetch';
import { createLocalPaths } from '@data-manager/domain/fetches/localPaths';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { joinChunks } from '@data-manager/lib/chunks';
import type { RecordStore, RecordStoreName } from '../../../src/platform/ports';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { cancelRequested, pauseRequested, retryRequested } from '../../../src/transfers/fetches/fetchesSlice';
import { requestedFilesOf } from '../../../src/transfers/fetches/requestedFiles';
import { expectToReplay } from '../../replay/expectToReplay';
import { anOwner } from '../../support/builders';
import { aStoredFile, createFakeDisk } from '../../support/fakeDisk';
import { createFakeProfile, createMemoryRecords } from '../../support/fakePorts';
import { pass, passUntil } from '../../support/virtualTime';
import { openFetchPage, openRecordedFetchPage } from './openFetchPage';

const PREFIX = 'acme/brains/';
const MANY = Array.from({ length: 2 * FILES_PER_CHUNK + 500 }, (_, index) =>
  // Every other name differs from the one before only in case, also across chunks.
  aStoredFile(`${PREFIX}TC042/${index % 2 === 0 ? 'IMG' : 'img'}${String(Math.floor(index / 2))}.tif`, 1),
);

/** The chunks of a plan that were read or written at a time, and those of all plans that are stored. */
function watchRecords() {
  const records = createMemoryRecords();
  let longest = 0;
  const watch = (record: unknown): void => {
    longest = Math.max(longest, countFiles(record));
  };
  const store = records('folder-fetches');
  const watched: RecordStore = {
    ...store,
    readAll: async (before) => {
      const read = await store.readAll(before);
      watch([...(read?.values() ?? [])]);
      return read;
    },
    put: (given, removedKeys) => {
      const list = [...given];
      for (const [, record] of list) watch(record);
      return store.put(list, removedKeys);
    },
  };
  return {
    records: (name: RecordStoreName) => (name === 'folder-fetches' ? watched : records(name)),
    longest: () => longest,
    stored: async () => [...((await store.readAll())?.keys() ?? [])],
  };
}

function countFiles(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = 'key' in value && 'size' in value ? 1 : 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countFiles(member), own);
}

/**
 * Returns the maximum number of files that the recorder has to search in an action: those in lists that it has not seen
 * yet.
 */
function mostNewFiles(actions: readonly UnknownAction[], known: WeakSet<object>): number {
  return Math.max(0, ...actions.map((action) => countNew(action, known)));
}

function countNew(value: unknown, known: WeakSet<object>): number {
  if (typeof value !== 'object' || value === null || known.has(value)) return 0;
  known.add(value);
  const own = 'key' in value && 'size' in value ? 1 : 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countNew(member, known), own);
}

function pathsAtOnce(files: readonly FileEntry[]): readonly string[] {
  return files.map(({ key }) => key).map(createLocalPaths(PREFIX));
}

/** Creates a browser profile. The files are never fetched, so that their lists stay. */
function createProfile() {
  const disk = createFakeDisk();
  disk.answer(() => ({ kind: 'unreachable' }));
  const watched = watchRecords();
  const profile = createFakeProfile();
  const options = { disk, records: watched.records, profile };
  return {
    ...watched,
    disk,
    open: () => openFetchPage(options),
    openRecorded: () => openRecordedFetchPage(options),
  };
}

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 2) }));

describe('a request for many files', () => {
  it('plans the same paths in chunks as at once', async () => {
    const { open } = createProfile();
    const page = await open();
    page.start(MANY);
    await passUntil(() => page.items().length === 1);
    expect(joinChunks(page.first()?.files ?? []).map(({ path }) => path)).toEqual(pathsAtOnce(MANY));
  });

  it('is planned one chunk in a task, and starts again with its first one', async () => {
    const { disk } = createProfile();
    const requested = requestedFilesOf(disk.folders);
    requested.add('folder-1', { files: MANY, prefix: PREFIX });
    await requested.take('folder-1', 0);
    const chunks: (readonly FetchFile[])[] = [];
    for (;;) {
      let isSettled = false;
      const taking = requested.take('folder-1', chunks.length).finally(() => (isSettled = true));
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      // The first chunk needs no task of its own.
      expect(isSettled).toBe(chunks.length === 0);
      await pass(0);
      const chunk = await taking;
      if (chunk === undefined) break;
      chunks.push(chunk);
    }
    expect(chunks.map(({ length }) => length)).toEqual([FILES_PER_CHUNK, FILES_PER_CHUNK, 500]);
    expect(chunks.flat().map(({ path }) => path)).toEqual(pathsAtOnce(MANY));
    requested.release('folder-1');
    expect(await requested.take('folder-1', 0)).toBeUndefined();
  });

  it('gives the recorder and the database at most a chunk at a time', async () => {
    const { open, longest } = createProfile();
    const page = await open();
    const known = new WeakSet();
    page.start(MANY);
    await passUntil(() => page.items().length === 1);
    // The recorder has seen the chunks as results of the calls.
    for (const chunk of page.first()?.files ?? []) {
      expect(chunk.length).toBeLessThanOrEqual(FILES_PER_CHUNK);
      known.add(chunk);
    }
    await pass(1_000);
    page.dispatch(pauseRequested({ id: page.first()?.id ?? '' }));
    await pass(1_000);
    expect(mostNewFiles(page.actions, known)).toBe(0);
    page.stop();
    const reloaded = await open();
    await passUntil(() => reloaded.items().length === 1);
    for (const chunk of reloaded.first()?.files ?? []) known.add(chunk);
    expect(mostNewFiles(reloaded.actions, known)).toBe(0);
    expect(longest()).toBe(FILES_PER_CHUNK);
  });

  it('is discarded as a whole if the page is reloaded before all of it is planned', async () => {
    const { disk, open, stored } = createProfile();
    const page = await open();
    page.start(MANY);
    await Promise.resolve();
    expect(page.items()).toEqual([]);
    page.stop();
    disk.closePage();
    await pass(1_000);
    expect(await stored()).toEqual([]);
    const reloaded = await open();
    await pass(1_000);
    expect(reloaded.items()).toEqual([]);
  });

  it('is complete after a reload', async () => {
    const { disk, openRecorded } = createProfile();
    const page = await openRecorded();
    page.start(MANY);
    await passUntil(() => page.items().length === 1);
    const files = page.first()?.files;
    await pass(100);
    await expectToReplay(page);
    page.stop();
    disk.closePage();
    const reloaded = await openRecorded();
    await passUntil(() => reloaded.items().length === 1);
    expect(reloaded.first()?.files).toEqual(files);
    await expectToReplay(reloaded);
  });

  it('keeps its owner if they sign out while it is planned', async () => {
    const { open } = createProfile();
    const page = await open();
    page.start(MANY);
    page.dispatch(sessionLost());
    await pass(100);
    expect(page.first()).toMatchObject({ phase: 'queued', userId: anOwner().userId });
    page.dispatch(loginFound(anOwner()));
    await passUntil(() => page.first()?.phase === 'running');
  });

  it('can be cancelled as soon as it is shown', async () => {
    const { disk, open, stored } = createProfile();
    const page = await open();
    page.start(MANY);
    const unsubscribe = page.store.subscribe(() => {
      const [fetch] = page.items();
      if (fetch === undefined) return;
      unsubscribe();
      page.dispatch(cancelRequested({ id: fetch.id }));
    });
    await pass(1_000);
    expect(page.story()).toContain('fetches/fetchQueued');
    expect(page.items()).toEqual([]);
    expect(await stored()).toEqual([]);
    expect(disk.files.size).toBe(0);
  });

  it('a request for many files of a tab that becomes the driver while it is planned is carried out once and in full', async () => {
    const { disk, open } = createProfile();
    const driver = await open();
    await pass(100);
    const follower = await open();
    await pass(100);
    follower.start(MANY);
    await Promise.resolve();
    driver.stop();
    disk.closePage();
    await passUntil(() => follower.first()?.phase === 'running');
    expect(follower.items()).toHaveLength(1);
    expect(joinChunks(follower.first()?.files ?? []).map(({ path }) => path)).toEqual(pathsAtOnce(MANY));
  });
});

describe('the stored files of a fetch', () => {
  it('replaces the stored files of a fetch when some are fetched again, and removes them with the fetch', async () => {
    const { disk, open, stored } = createProfile();
    disk.answer((key) => (key === MANY[1]?.key ? { kind: 'refused', status: 404 } : { kind: 'written' }));
    const page = await open();
    const files = MANY.slice(0, 3);
    page.start(files);
    await passUntil(() => page.first()?.phase === 'ended');
    const { id = '' } = page.first() ?? {};
    await pass(100);
    expect(await stored()).toEqual([id, `~${id}/0/0`]);
    page.dispatch(retryRequested({ id }));
    await passUntil(() => page.first()?.phase === 'ended');
    await pass(100);
    expect(await stored()).toEqual([id, `~${id}/1/0`]);
    page.dispatch(cancelRequested({ id }));
    await pass(100);
    expect(await stored()).toEqual([]);
  });

  it('the stored files of a fetch with a missing chunk are not shown', async () => {
    const { disk, open, records, stored } = createProfile();
    const page = await open();
    page.start(MANY);
    await passUntil(() => page.items().length === 1);
    await pass(100);
    page.stop();
    disk.closePage();
    const key = (await stored()).find((one) => one.endsWith('/0/1'));
    await records('folder-fetches').remove([key ?? '']);
    const reloaded = await open();
    await pass(1_000);
    expect(reloaded.items()).toEqual([]);
  });
});
