import { combineReducers } from '@reduxjs/toolkit';
import { delay } from 'redux-saga/effects';
import { FETCH_RANGE_BYTES, UPLOAD_PART_MAX_RETRIES } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { fetchReceipt } from '@data-manager/domain/fetches/fetchReceipt';
import type { FetchFile } from '@data-manager/domain/fetches/folderFetch';
import { err, ok } from '@data-manager/lib/result';
import { fetchFileUrls } from '../../../src/api/gateways';
import type { FetchRangeRequest, FetchRangeResult, Folders } from '../../../src/platform/folders/folderPorts';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { fetchesReducer, fileRetried, fileStarted } from '../../../src/transfers/fetches/fetchesSlice';
import { fetchFile, type OpenFiles } from '../../../src/transfers/fetches/fetchFile';
import { fileUrls } from '../../../src/transfers/fetches/fileUrls';
import { aFetch, anOwner } from '../../support/builders';
import { expectSaga } from '../../support/expectSaga';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';
import { provideContext } from '../../support/provideContext';

const MD5 = 'a'.repeat(32);
const DAMAGED = 'b'.repeat(32);
const DIFFERS: Failure = { kind: 'content-differs', fileName: 'a.tif' };
const SIZE = 3 * FETCH_RANGE_BYTES;
const id = 'fetch-1';
const key = 'acme/brains/TC042/a.tif';

interface Answers {
  readonly file?: Partial<FetchFile>;
  /** The MD5 of the file of this name in the folder. By default, there is none. */
  readonly local?: string;
  /** Bytes of that file. */
  readonly localSize?: number;
  /** The MD5s of what the next attempts write. By default, it is that of the stored file. */
  readonly written?: string[];
  /** The results of the next ranges. By default, they are written. */
  readonly ranges?: FetchRangeResult[];
  readonly save?: Awaited<ReturnType<Folders['saveFile']>>;
  readonly openFiles?: OpenFiles;
}

/** Runs the saga with the real reducers, a fetch of one file of three ranges, and no waiting for retries. */
function fetchOne({
  file,
  local,
  localSize = SIZE,
  written = [],
  ranges = [],
  save,
  openFiles = new Map(),
}: Answers = {}) {
  const requests: FetchRangeRequest[] = [];
  const base = createFakePorts();
  const folders = {
    ...base.folders,
    fileSizes: () => Promise.resolve([local === undefined ? undefined : localSize]),
    hashFile: () =>
      Promise.resolve(local === undefined ? { kind: 'absent' } : ({ kind: 'hashed', md5s: [[local]] } as const)),
    openFile: () => Promise.resolve({ kind: 'done' }),
    fetchRange: (request) => {
      requests.push(request);
      return Promise.resolve(ranges.shift() ?? { kind: 'written' });
    },
    hashWritten: () => Promise.resolve({ kind: 'hashed', md5s: [[written.shift() ?? MD5]] }),
    saveFile: () => Promise.resolve(save ?? { kind: 'done' }),
    discardFile: () => Promise.resolve(),
  } satisfies Folders;
  const stored: FetchFile = { key, path: 'TC042/a.tif', size: SIZE, etag: MD5, ...file };
  const fetch = aFetch({ phase: 'running', files: [[stored]] });
  const saga = expectSaga(fetchFile, fetch, openFiles, fileUrls(fetch.files))
    .withReducer(combineReducers({ session: sessionReducer, fetches: fetchesReducer }), {
      session: sessionReducer(undefined, loginFound(anOwner())),
      fetches: { items: [fetch] },
    })
    .provide([
      ...provideContext({ ports: { ...base, folders } }),
      {
        call: ({ fn, args }, next) => {
          if (fn === fetchFileUrls) return ok({ [key]: 'https://storage.test/a.tif' });
          const isRetryDelay = fn === delay(0).payload.fn && Number(args[0]) >= 1_000;
          return isRetryDelay ? null : (next() as unknown);
        },
      },
    ]);
  const receipt = (retries: number) =>
    fetchReceipt(fetch, stored, [MD5], { startedAt: FAKE_NOW_MS, endedAt: FAKE_NOW_MS, retries });
  return { saga, folders, openFiles, receipt, starts: () => requests.map(({ start }) => start) };
}

/** An open file of which the first range is received, as a pause leaves it. */
function anOpenFile(): OpenFiles {
  const received = new Set([0]);
  return new Map([[id, { writerId: 'kept', index: 0, revision: 0, received, startedAt: FAKE_NOW_MS, isReady: true }]]);
}

it('fetchFile compares the file with the folder, fetches its ranges, verifies it and saves it', async () => {
  const { saga, folders, openFiles, receipt, starts } = fetchOne();
  await saga
    .put(fileStarted({ id, index: 0 }))
    .call(folders.openFile, {
      writerId: 'uuid-1',
      folderId: 'folder-1',
      path: 'TC042/a.tif',
      size: SIZE,
      partSizes: [SIZE],
    })
    .call(folders.saveFile, 'uuid-1')
    .returns(ok({ outcome: 'verified', receipt: receipt(0) }))
    .run();
  expect(starts()).toEqual([0, FETCH_RANGE_BYTES, 2 * FETCH_RANGE_BYTES]);
  expect(openFiles.size).toBe(0);
});

it('fetchFile fetches nothing if the folder has the same content', async () => {
  const { saga, folders } = fetchOne({ local: MD5 });
  await saga.not.put
    .actionType(fileStarted.type)
    .not.call.fn(folders.openFile)
    .returns(ok({ outcome: 'present' }))
    .run();
});

it.each([
  ['of the same size', SIZE],
  ['of another size', 1],
])(
  'fetchFile does not replace a file %s with other content that the user did not agree to replace',
  async (_what, localSize) => {
    const { saga, folders } = fetchOne({ local: DAMAGED, localSize });
    await saga.not.call
      .fn(folders.openFile)
      .returns(err({ kind: 'local-differs', fileName: 'a.tif' }))
      .run();
  },
);

it('fetchFile replaces an empty file, which a crash has left', async () => {
  const { saga, folders } = fetchOne({ local: DAMAGED, localSize: 0 });
  await saga.call.fn(folders.saveFile).run();
});

it('fetchFile replaces a file of other content if the user agreed', async () => {
  const { saga, folders, receipt } = fetchOne({ local: DAMAGED, file: { replaces: true } });
  await saga.call
    .fn(folders.saveFile)
    .returns(ok({ outcome: 'verified', receipt: receipt(0) }))
    .run();
});

it('fetchFile does not count a file as verified if its ETag can not be compared', async () => {
  const { saga, folders } = fetchOne({ file: { etag: 'unknown' } });
  await saga.not.call
    .fn(folders.hashFile)
    .call.fn(folders.saveFile)
    .returns(ok({ outcome: 'unverifiable' }))
    .run();
});

it('fetchFile discards a damaged file and fetches it again', async () => {
  const { saga, folders, receipt } = fetchOne({ written: [DAMAGED] });
  await saga
    .call(folders.discardFile, 'uuid-1')
    .put(fileRetried({ id, index: 0, tries: 1, failure: DIFFERS }))
    .not.call(folders.saveFile, 'uuid-1')
    .call(folders.saveFile, 'uuid-2')
    .returns(ok({ outcome: 'verified', receipt: receipt(1) }))
    .run();
});

it('fetchFile gives up a file that is damaged after all retries', async () => {
  const tries = UPLOAD_PART_MAX_RETRIES;
  const { saga, folders } = fetchOne({ written: Array.from({ length: tries + 1 }, () => DAMAGED) });
  await saga
    .put(fileRetried({ id, index: 0, tries, failure: DIFFERS }))
    .not.put(fileRetried({ id, index: 0, tries: tries + 1, failure: DIFFERS }))
    .not.call.fn(folders.saveFile)
    .returns(err(DIFFERS))
    .run();
});

it('fetchFile continues with the file that a pause kept open, without the received ranges', async () => {
  const { saga, folders, starts, receipt } = fetchOne({ openFiles: anOpenFile() });
  await saga.not.put
    .actionType(fileStarted.type)
    .not.call.fn(folders.hashFile)
    .not.call.fn(folders.openFile)
    .call(folders.saveFile, 'kept')
    .returns(ok({ outcome: 'verified', receipt: receipt(0) }))
    .run();
  expect(starts()).toEqual([FETCH_RANGE_BYTES, 2 * FETCH_RANGE_BYTES]);
});

it('fetchFile discards the open file if the stored one is gone', async () => {
  const { saga, folders, openFiles } = fetchOne({ ranges: [{ kind: 'refused', status: 404 }] });
  await saga
    .call(folders.discardFile, 'uuid-1')
    .not.call.fn(folders.saveFile)
    .returns(err({ kind: 'source-gone', fileName: 'a.tif' }))
    .run();
  expect(openFiles.size).toBe(0);
});

it('fetchFile fails with the fault of the disk if the file can not be saved', async () => {
  const { saga } = fetchOne({ save: { kind: 'failed', fault: 'full' } });
  await saga.returns(err({ kind: 'folder-full' })).run();
});
