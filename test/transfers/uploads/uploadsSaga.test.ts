import { failureNotice } from '../../../src/domain/failures/failureText';
import { compositeChecksum } from '../../../src/domain/uploads/checksums';
import type { UploadFile } from '../../../src/domain/uploads/upload';
import { UPLOAD_MAX_BYTES } from '../../../src/domain/uploads/uploadPlan';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import {
  cancelRequested,
  pauseRequested,
  resumeRequested,
  retryRequested,
  uploadRequested,
  type ChosenFile,
} from '../../../src/transfers/uploads/uploadsSlice';
import { expectToReplay } from '../../replay/expectToReplay';
import { anOwner } from '../../support/builders';
import { chosenFile } from '../../support/chosenFile';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { createFakePorts, signIn } from '../../support/fakePorts';
import type { FakeAnswer } from '../../support/fakeServer';
import { aFile, bytesOfParts, createFakeStorage, md5OfPart, PUT_MS, type PutFault } from './fakeStorage';

const LOST = { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } };
/** The responses of an API and a storage without disk space. */
const FULL_DISK = { status: 507, json: { msg: 'The server has no disk space left for this.', code: 'DISK_FULL' } };
const FULL_STORAGE: PutFault = { kind: 'answered', status: 507, etag: null };
const MIB_64 = 64 * 1024 * 1024;
/** A storage that does not respond: it is down, the network is down, or its CORS rules block the page. */
const SILENT = { kind: 'unreachable' } as const;
const silence = (tries: number): PutFault[] => Array.from({ length: tries }, () => SILENT);
let testStore: TestStore | undefined;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(async () => {
  if (testStore !== undefined) await expectToReplay(testStore);
  testStore?.stop();
  jest.useRealTimers();
});

/** Creates the app's store over a fake API and storage, with a signed-in user. */
async function visit(options: Parameters<typeof createFakeStorage>[0] = {}) {
  const storage = createFakeStorage(options);
  const ports = createFakePorts(storage.ports);
  signIn(ports);
  const made = createTestStore({ ports });
  testStore = made;
  await made.rehydrated();
  const { store, story } = made;
  const choose = (file: File, given: Partial<ChosenFile> = {}): ChosenFile => ({
    ...chosenFile(ports, file),
    ...given,
  });
  return {
    ...storage,
    ports,
    store,
    choose,
    upload: (...files: File[]) =>
      store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: files.map((file) => choose(file)) })),
    story: () => story().filter((type) => type.startsWith('uploads/') && type !== 'uploads/progressSampled'),
    state: () => store.getState().uploads,
    inFlight: () => {
      const progress = store.getState().uploads.files[0]?.progress;
      return progress?.phase === 'uploading' ? progress.inFlight : undefined;
    },
    files: (): readonly UploadFile[] => store.getState().uploads.files,
    toasts: () => ports.recorded.toasts.map(({ text }) => text),
    pass: (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds),
  };
}

describe('uploading a file', () => {
  it('starts, sends its parts, completes with the checksum and leaves the queue', async () => {
    const { upload, operations, completions, files, pass, story, ports } = await visit();
    upload(aFile('a.tif', bytesOfParts(2)));
    expect(ports.recorded.unloadGuarded).toBe(true);
    await pass(2 * PUT_MS);
    expect(operations).toEqual(['start a.tif', 'urls 1', 'PUT 1', 'PUT 2', 'complete a.tif up-1']);
    const md5s = [md5OfPart('a.tif', 1), md5OfPart('a.tif', 2)];
    expect(completions).toEqual([
      {
        key: 'acme/brains/TC042/a.tif',
        uploadId: 'up-1',
        parts: md5s.map((md5, index) => ({ PartNumber: index + 1, ETag: md5.toUpperCase(), checksum: md5 })),
        checksum: compositeChecksum(md5s),
        lastFile: true,
      },
    ]);
    expect(files()).toEqual([]);
    expect(ports.recorded.unloadGuarded).toBe(false);
    expect(story()).toEqual([
      'uploads/uploadRequested',
      'uploads/filesQueued',
      'uploads/startSent',
      'uploads/uploadStarted',
      'uploads/partUploaded',
      'uploads/partUploaded',
      'uploads/completionSent',
      'uploads/fileCompleted',
    ]);
  });

  it('sends an empty file as one empty part', async () => {
    const { upload, operations, completions, pass } = await visit();
    upload(aFile('empty.tif', 0));
    await pass(PUT_MS);
    expect(operations).toEqual(['start empty.tif', 'urls 1', 'PUT 1', 'complete empty.tif up-1']);
    expect(completions).toMatchObject([{ parts: [{ PartNumber: 1 }] }]);
  });

  it('sends two parts at the same time before the throughput is known', async () => {
    const { upload, mostOnTheWire, completions, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(8)));
    await pass(10 * PUT_MS);
    expect(mostOnTheWire()).toBe(2);
    expect(completions).toHaveLength(1);
  });

  it('fetches URLs when they are needed and keeps the additional ones', async () => {
    const { upload, operations, pass } = await visit({ urlsPerAnswer: 2 });
    upload(aFile('a.tif', bytesOfParts(5)));
    await pass(10 * PUT_MS);
    expect(operations.filter((one) => one.startsWith('urls'))).toEqual(['urls 1', 'urls 3', 'urls 5']);
  });

  it('keeps the names of its folders in the key', async () => {
    const { store, choose, pass, completions } = await visit();
    const file = choose(aFile('a.tif', 1), { webkitRelativePath: 'TC042/raw/a.tif', newName: 'b.tif' });
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
    await pass(2 * PUT_MS);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/raw/b.tif' }]);
  });

  it('rejects a file of more than 10,000 parts before anything is sent', async () => {
    const { upload, operations, files, toasts, pass } = await visit();
    upload(aFile('huge.tif', UPLOAD_MAX_BYTES + 1));
    await pass(60_000);
    expect(operations).toEqual([]);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual(['huge.tif is too large and was skipped. The limit is 625.00 GB per file.']);
  });

  it('samples the progress every 500 ms, and counts a part that is sent again once', async () => {
    const { upload, inFlight, pass, failPart } = await visit();
    failPart(1, 'wrong-etag');
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(499);
    expect(inFlight()).toEqual({});
    await pass(1);
    expect(inFlight()).toEqual({ 1: MIB_64 / 2, 2: 0 });
    await pass(1_000);
    expect(inFlight()).toEqual({});
    await pass(1_000);
    expect(inFlight()).toEqual({ 1: MIB_64 / 2 });
  });
});

describe('uploading a part', () => {
  it('retries a failed part with a new URL each time', async () => {
    const { upload, operations, files, pass, story, failPart } = await visit();
    failPart(1, 'wrong-etag', { kind: 'answered', status: 403, etag: null }, { kind: 'stalled' });
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations).toEqual([
      'start a.tif',
      ...['urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1'],
      'complete a.tif up-1',
    ]);
    expect(files()).toEqual([]);
    expect(story().filter((type) => type === 'uploads/partRetried')).toHaveLength(3);
  });

  it('doubles the delay before each retry', async () => {
    const { upload, operations, pass, failPart } = await visit();
    failPart(1, 'wrong-etag', 'wrong-etag', 'wrong-etag');
    upload(aFile('a.tif', 10));
    const tries = () => operations.filter((one) => one === 'PUT 1').length;
    // The fake fraction of 0.5 results in no jitter.
    for (const [index, waitMs] of [1_000, 2_000, 4_000].entries()) {
      await pass(PUT_MS);
      await pass(waitMs - 1);
      expect(tries()).toBe(index + 1);
      await pass(1);
      expect(tries()).toBe(index + 2);
    }
  });

  it('fails the file after four attempts, shows a toast and continues with the next file', async () => {
    const { upload, files, pass, failPart, toasts, completions } = await visit();
    failPart(2, 'wrong-etag', 'wrong-etag', 'wrong-etag', 'wrong-etag');
    upload(aFile('a.tif', bytesOfParts(2)), aFile('b.tif', 1));
    await pass(60_000);
    expect(toasts()).toEqual(['Error uploading file.']);
    expect(files()).toMatchObject([
      { name: 'a.tif', progress: { phase: 'failed', failure: { kind: 'checksum-mismatch', partNumber: 2 } } },
    ]);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/b.tif', lastFile: true }]);
  });

  it('fails the file at once if the page can not read the ETag', async () => {
    const { upload, operations, files, pass, failPart } = await visit();
    failPart(1, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations).toEqual(['start a.tif', 'urls 1', 'PUT 1']);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'etag-hidden' } } }]);
  });

  it('fails the file if the storage returns the same wrong ETag twice', async () => {
    const { upload, operations, files, pass, failPart } = await visit();
    failPart(1, 'constant-etag', { kind: 'stalled' }, 'constant-etag', 'constant-etag');
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations.filter((one) => one === 'PUT 1')).toHaveLength(3);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'etag-no-hash' } } }]);
  });

  it('fails the file at once if the API returns no URL', async () => {
    const { upload, files, pass, answer } = await visit();
    answer('urls', { json: [] });
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { failure: { kind: 'bad-answer', endpoint: 'GET /upload/urls' } } }]);
  });
});

describe('retrying a failed file', () => {
  it('keeps the upload id and the uploaded parts', async () => {
    const { upload, store, operations, files, pass, failPart } = await visit();
    failPart(2, 'wrong-etag', 'wrong-etag', 'wrong-etag', 'wrong-etag');
    upload(aFile('a.tif', bytesOfParts(3)));
    await pass(60_000);
    operations.length = 0;
    store.dispatch(retryRequested({ id: files()[0]?.id ?? '' }));
    await pass(60_000);
    expect(operations).toEqual(['urls 2', 'PUT 2', 'complete a.tif up-1']);
    expect(files()).toEqual([]);
  });

  it('starts a new upload if the server has lost the old one', async () => {
    const { upload, store, operations, files, pass, failPart, answer } = await visit();
    failPart(2, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(60_000);
    operations.length = 0;
    answer('urls', LOST);
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(operations).toEqual(['urls 2', 'start a.tif', 'urls 1', 'PUT 1', 'PUT 2', 'complete a.tif up-2']);
    expect(files()).toEqual([]);
  });

  it('retries all failed files and marks the last one with lastFile', async () => {
    const { upload, store, pass, answer, completions, files } = await visit();
    const refused = { status: 400, json: { msg: 'no' } };
    answer('complete', refused, refused);
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    await pass(10_000);
    expect(files()).toHaveLength(2);
    completions.length = 0;
    store.dispatch(retryRequested({}));
    await pass(10_000);
    expect(completions).toMatchObject([{ lastFile: false }, { lastFile: true }]);
    expect(files()).toEqual([]);
  });

  it('moves lastFile to a file that is retried while others are uploaded', async () => {
    const { upload, store, pass, answer, completions, files } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1));
    await pass(PUT_MS + PUT_MS / 2);
    store.dispatch(retryRequested({ id: files()[0]?.id ?? '' }));
    await pass(10_000);
    expect(completions).toMatchObject([
      { key: 'acme/brains/TC042/b.tif', lastFile: false },
      { key: 'acme/brains/TC042/c.tif', lastFile: false },
      { key: 'acme/brains/TC042/a.tif', lastFile: true },
    ]);
  });

  it('sends lastFile with the last file even if all others were completed before', async () => {
    const { upload, store, pass, failPart, completions } = await visit();
    failPart(2, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', 1), aFile('b.tif', bytesOfParts(2)));
    await pass(10_000);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/a.tif', lastFile: false }]);
    store.dispatch(retryRequested({}));
    await pass(10_000);
    expect(completions.at(-1)).toMatchObject({ key: 'acme/brains/TC042/b.tif', lastFile: true });
  });

  it('fails if the server loses the upload repeatedly', async () => {
    const { upload, pass, answer, files } = await visit();
    answer('complete', LOST, LOST, LOST);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { code: 'NO_SUCH_UPLOAD' } } }]);
  });
});

describe('a lost response to POST /upload/complete', () => {
  const sendings = (operations: readonly string[]) => operations.filter((one) => /start|PUT/.test(one));

  it('repeats the call but does not send the file again', async () => {
    const { upload, operations, files, pass, answer, completions } = await visit();
    answer('complete', 'unreachable');
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(sendings(operations)).toEqual(['start a.tif', 'PUT 1']);
    expect(completions).toHaveLength(2);
    expect(files()).toEqual([]);
  });

  it.each<[string, FakeAnswer]>([
    ['no response', 'unreachable'],
    ['a 502', { status: 502 }],
  ])('fails as completion-unknown after %s if the server then does not know the upload', async (_, lost) => {
    const { upload, operations, files, pass, answer } = await visit();
    answer('complete', lost, LOST);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(sendings(operations)).toEqual(['start a.tif', 'PUT 1']);
    expect(files()).toMatchObject([
      { progress: { phase: 'failed', failure: { kind: 'completion-unknown', fileName: 'a.tif' } } },
    ]);
  });

  it('sends the file again only if the user retries', async () => {
    const { upload, store, operations, files, pass, answer } = await visit();
    answer('complete', 'unreachable', LOST, LOST);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(sendings(operations)).toEqual(['start a.tif', 'PUT 1', 'start a.tif', 'PUT 1']);
    expect(files()).toEqual([]);
  });
});

describe('the upload queue', () => {
  it('uploads one file after another and marks the last one', async () => {
    const { upload, operations, completions, pass } = await visit();
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1));
    await pass(10_000);
    expect(operations.filter((one) => /start|complete/.test(one))).toEqual([
      ...['start a.tif', 'complete a.tif up-1', 'start b.tif', 'complete b.tif up-2'],
      ...['start c.tif', 'complete c.tif up-3'],
    ]);
    expect(completions).toMatchObject([{ lastFile: false }, { lastFile: false }, { lastFile: true }]);
  });

  it('refreshes the file lists at most every 5 s and at the end', async () => {
    const { upload, ports, pass } = await visit();
    const refreshes = () => testStore?.actions.filter(({ type }) => type === 'api/invalidateTags').length;
    const tick = async () => {
      ports.control.setNow(ports.clock.now() + PUT_MS);
      await pass(PUT_MS);
    };
    upload(...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => aFile(name, 1)));
    const seen: unknown[] = [];
    for (let file = 0; file < 8; file += 1) {
      await tick();
      seen.push(refreshes());
    }
    expect(seen).toEqual([1, 1, 1, 1, 1, 2, 2, 3]);
  });

  it('yields to the page between thousands of files that are missing from the disk', async () => {
    const { store, pass, files } = await visit();
    const gone = Array.from({ length: 100 }, (_, index) => ({ id: `gone-${index}`, name: `${index}.tif` }));
    const chosen = gone.map((one) => ({ ...one, size: 1, lastModified: 1, webkitRelativePath: '' }));
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: chosen }));
    const failed = () => files().filter(({ progress }) => progress.phase === 'failed').length;
    expect(failed()).toBeLessThan(50);
    await pass(1_000);
    expect(failed()).toBe(100);
  });

  it('skips deleted and changed files and does not report a lost network', async () => {
    const { upload, store, choose, files, pass, loseFile, completions, ports, story } = await visit();
    loseFile('gone.tif');
    loseFile('empty.tif');
    loseFile('touched.tif', 'changed');
    const changed = choose(aFile('changed.tif', 5), { size: 7 });
    const forgotten = choose(aFile('forgotten.tif', 5));
    ports.files.release(forgotten.id);
    store.dispatch(uploadRequested({ keyPrefix: 'brains', files: [changed, forgotten] }));
    upload(aFile('gone.tif', 1), aFile('empty.tif', 0), aFile('touched.tif', 1), aFile('good.tif', 1));
    await pass(10_000);
    expect(files().map(({ progress }) => progress)).toMatchObject([
      { failure: { kind: 'file-changed', fileName: 'changed.tif' } },
      { failure: { kind: 'file-gone', fileName: 'forgotten.tif' } },
      { failure: { kind: 'file-gone', fileName: 'gone.tif' } },
      { failure: { kind: 'file-gone', fileName: 'empty.tif' } },
      { failure: { kind: 'file-changed', fileName: 'touched.tif' } },
    ]);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/good.tif' }]);
    expect(story()).not.toContain('uploads/waitingStarted');
  });

  it('releases completed files and keeps failed ones', async () => {
    const { store, choose, pass, ports, loseFile } = await visit();
    loseFile('bad.tif');
    const [bad, good] = [choose(aFile('bad.tif', 1)), choose(aFile('good.tif', 1))];
    store.dispatch(uploadRequested({ keyPrefix: 'brains', files: [bad, good] }));
    await pass(10_000);
    expect(ports.files.get(bad.id)).toBeDefined();
    expect(ports.files.get(good.id)).toBeUndefined();
  });

  it('waits while offline without counting retries, and continues when online', async () => {
    const { upload, state, files, pass, failPart, ports } = await visit();
    failPart(1, ...silence(6));
    ports.control.setOnline(false);
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(state().status).toEqual({ kind: 'waiting', reason: 'network' });
    expect(files()).toMatchObject([{ progress: { phase: 'uploading' } }]);
    ports.control.setOnline(true);
    await pass(PUT_MS);
    await pass(0);
    expect(files()).toEqual([]);
    expect(state().status.kind).toBe('running');
  });

  it.each<[string, PutFault]>([
    ['gets no response', SILENT],
    ['stalls', { kind: 'stalled' }],
  ])('waits for the network if a part %s and the API is unreachable too', async (_, fault) => {
    const { upload, state, files, pass, failPart, answer, story } = await visit();
    failPart(1, fault);
    upload(aFile('a.tif', 10));
    await pass(PUT_MS / 2);
    answer('urls', 'unreachable', 'unreachable');
    await pass(PUT_MS);
    expect(state().status).toEqual({ kind: 'waiting', reason: 'network' });
    expect(story()).not.toContain('uploads/partRetried');
    await pass(60_000);
    expect(files()).toEqual([]);
    expect(state().status.kind).toBe('running');
  });

  it('retries every 10 s if the browser does not report that it is online', async () => {
    const { upload, operations, pass, answer } = await visit();
    answer('start', 'unreachable', 'unreachable');
    upload(aFile('a.tif', 10));
    await pass(19_999);
    expect(operations).toEqual(['start a.tif', 'start a.tif']);
    await pass(1);
    expect(operations.slice(2)).toEqual(['start a.tif', 'urls 1', 'PUT 1']);
  });

  it('waits until the owner signs in and keeps the uploaded parts', async () => {
    const { upload, store, state, operations, pass, files } = await visit();
    upload(aFile('a.tif', bytesOfParts(6)));
    await pass(PUT_MS / 2);
    store.dispatch(sessionLost());
    await pass(600_000);
    expect(state().status).toEqual({ kind: 'waiting', reason: 'session' });
    expect(operations.filter((one) => one.startsWith('PUT'))).toEqual(['PUT 1', 'PUT 2']);
    store.dispatch(loginFound(anOwner()));
    await pass(10_000);
    expect(operations.slice(-5)).toEqual(['PUT 3', 'PUT 4', 'PUT 5', 'PUT 6', 'complete a.tif up-1']);
    expect(files()).toEqual([]);
  });

  it("uploads another user's files before those that wait for their owner", async () => {
    const { upload, store, pass, files, completions } = await visit();
    upload(aFile('mine.tif', bytesOfParts(6)));
    await pass(PUT_MS / 2);
    store.dispatch(loginFound(anOwner({ userId: 'user-2' })));
    upload(aFile('theirs.tif', 1));
    await pass(10_000);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/theirs.tif' }]);
    store.dispatch(loginFound(anOwner()));
    await pass(10_000);
    expect(completions).toMatchObject([{}, { key: 'acme/brains/TC042/mine.tif', uploadId: 'up-1' }]);
    expect(files()).toEqual([]);
  });

  it('fails a file that the API refuses, and suggests an admin if it is forbidden', async () => {
    const { upload, pass, answer, files, toasts } = await visit();
    answer('start', { status: 403, json: { msg: 'no' } });
    upload(aFile('a.tif', 1));
    await pass(10_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'forbidden' } } }]);
    expect(toasts()).toEqual(['Error uploading file.', 'Forbidden access. Request admin to perform this action']);
  });

  it('does not suggest an admin if the storage refuses', async () => {
    const { upload, pass, failPart, files, toasts } = await visit();
    failPart(1, ...Array.from({ length: 4 }, (): PutFault => ({ kind: 'answered', status: 403, etag: null })));
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'url-refused', partNumber: 1 } } }]);
    expect(toasts()).toEqual(['Error uploading file.']);
    const words = [{ kind: 'url-refused', partNumber: 1 } as const, { kind: 'forbidden' } as const].map(failureNotice);
    expect(new Set(words.map(({ text }) => text)).size).toBe(2);
  });

  it.each([429, 503])('honours the Retry-After header of a %i without counting a retry', async (status) => {
    const { upload, operations, pass, answer, files, story } = await visit();
    answer('start', { status, headers: { 'Retry-After': '20' } });
    upload(aFile('a.tif', 1));
    await pass(19_999);
    expect(operations).toEqual(['start a.tif']);
    await pass(10_000);
    expect(operations.slice(0, 2)).toEqual(['start a.tif', 'start a.tif']);
    expect(files()).toEqual([]);
    expect(story()).not.toContain('uploads/partRetried');
  });
});

describe('an unusable storage', () => {
  it('fails the file as url-refused if it responds with 403', async () => {
    const { upload, files, pass, failPart, toasts } = await visit();
    const refused = { kind: 'answered', status: 403, etag: null } as const;
    failPart(1, refused, refused, refused, refused);
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'url-refused', partNumber: 1 } } }]);
    expect(toasts()).toEqual(['Error uploading file.']);
  });

  it('fails the file after all retries, each with a new URL, if the API is reachable', async () => {
    const { upload, operations, files, pass, failPart, toasts, story } = await visit();
    failPart(1, ...silence(4));
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations).toEqual([
      'start a.tif',
      ...['urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1', 'PUT 1', 'urls 1'],
    ]);
    expect(files()).toMatchObject([
      { progress: { phase: 'failed', failure: { kind: 'storage-unreachable', partNumber: 1 } } },
    ]);
    expect(toasts()).toEqual(['Error uploading file.']);
    expect(story()).not.toContain('uploads/waitingStarted');
  });

  it.each<[string, PutFault]>([
    ['is unreachable', SILENT],
    ['refuses even new URLs', { kind: 'answered', status: 403, etag: null }],
    ['refuses every part', { kind: 'answered', status: 507, etag: null }],
    ['stalls', { kind: 'stalled' }],
    ['hides the ETag', { kind: 'answered', status: 200, etag: null }],
    ['returns ETags that are not hashes', 'constant-etag'],
  ])('fails one file and pauses the queue until the user resumes it if it %s', async (_, fault) => {
    const { upload, store, operations, files, pass, failPart, toasts, state } = await visit();
    failPart(1, ...Array.from({ length: 99 }, () => fault));
    upload(...['a', 'b', 'c', 'd'].map((name) => aFile(name, 1)));
    await pass(600_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    expect(state()).toMatchObject({ status: { kind: 'paused', fault: expect.anything() as unknown } });
    expect(toasts()).toEqual([
      'Error uploading file.',
      expect.stringMatching(
        /^The upload is paused: the storage does not accept files\. .* Press resume to try again\.$/,
      ),
    ]);
    operations.length = 0;
    store.dispatch(resumeRequested());
    await pass(600_000);
    expect(operations.filter((one) => one.startsWith('start'))).toEqual([]);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    failPart(1);
    store.dispatch(resumeRequested());
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(files()).toEqual([]);
    expect(state().status.kind).toBe('running');
  });

  it.each<[string, (at: Awaited<ReturnType<typeof visit>>) => void, readonly string[]]>([
    [
      'while sending a part',
      ({ failPart }) => failPart(2, ...Array.from({ length: 4 }, () => FULL_STORAGE)),
      ['urls 2', 'PUT 2', 'complete a.tif up-1'],
    ],
    ['while completing', ({ answer }) => answer('complete', FULL_DISK), ['complete a.tif up-1']],
  ])('shows a full disk in the row and resumes from there (%s)', async (_, script, rest) => {
    const page = await visit();
    const { upload, store, operations, files, pass, toasts } = page;
    script(page);
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(60_000);
    const [file] = files();
    const progress = file?.progress;
    expect(progress?.phase === 'failed' && failureNotice(progress.failure).text).toMatch(/no (disk )?space left/);
    expect(toasts()[0]).toBe('Error uploading file.');
    operations.length = 0;
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(operations).toEqual(rest);
    expect(files()).toEqual([]);
  });

  it('fails one file and pauses the queue if its disk is full at the start', async () => {
    const { upload, store, operations, files, pass, answer, toasts } = await visit();
    answer('start', ...Array.from({ length: 99 }, () => FULL_DISK));
    upload(...['a', 'b', 'c', 'd'].map((name) => aFile(name, 1)));
    await pass(600_000);
    expect(operations).toEqual(['start a', 'start b']);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    expect(toasts().at(-1)).toMatch(/^The upload is paused: .*no disk space left.* Press resume to try again\.$/);
    answer('start');
    store.dispatch(resumeRequested());
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(files()).toEqual([]);
  });

  it('does not pause the queue if it accepted a part of the next file', async () => {
    const { upload, files, pass, failPart, state } = await visit();
    const refusal = { kind: 'answered', status: 200, etag: null } as const;
    failPart(2, refusal, refusal);
    upload(aFile('a.tif', bytesOfParts(2)), aFile('b.tif', bytesOfParts(2)), aFile('c.tif', 1));
    await pass(60_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'failed']);
    expect(state().status.kind).toBe('running');
  });

  it('does not pause the queue if the same file fails again', async () => {
    const { upload, store, files, pass, failPart, state } = await visit();
    failPart(1, ...silence(8));
    upload(aFile('a.tif', 1));
    await pass(60_000);
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed' } }]);
    expect(state().status.kind).toBe('running');
  });
});

describe('cancelling the queue', () => {
  it('aborts the requests and the uploads on the server, empties the queue and shows a toast', async () => {
    const { upload, store, operations, files, pass, toasts, story, ports } = await visit();
    upload(aFile('a.tif', bytesOfParts(9)), aFile('b.tif', 1));
    await pass(PUT_MS / 2);
    const ids = files().map(({ id }) => id);
    store.dispatch(cancelRequested());
    await pass(60_000);
    expect(operations.slice(2)).toEqual([...['PUT 1', 'PUT 2', 'PUT 1 aborted', 'PUT 2 aborted'], 'cancel a.tif up-1']);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual(['Upload was aborted.']);
    expect(ids.map((id) => ports.files.get(id))).toEqual([undefined, undefined]);
    expect(story().slice(-3)).toEqual([
      'uploads/cancelRequested',
      'uploads/cancellingStarted',
      'uploads/queueCancelled',
    ]);
  });

  it('aborts the uploads of failed files too', async () => {
    const { upload, store, operations, pass, failPart, files } = await visit();
    failPart(2, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(10_000);
    store.dispatch(cancelRequested());
    await pass(0);
    expect(operations.at(-1)).toBe('cancel a.tif up-1');
    expect(files()).toEqual([]);
  });

  it('aborts an upload whose start request was in flight', async () => {
    const { upload, store, operations, pass, server, files } = await visit();
    let answer: () => void = () => undefined;
    server.on('POST /upload/start', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { json: { uploadId: 'up-late' } };
    });
    upload(aFile('a.tif', 1));
    await pass(0);
    store.dispatch(cancelRequested());
    await pass(1_000);
    expect(files()).toHaveLength(1);
    answer();
    await pass(1_000);
    expect(operations).toEqual(['cancel a.tif up-late']);
    expect(files()).toEqual([]);
  });

  it('cancels a queue that waits for the network', async () => {
    const { upload, store, pass, answer, files, toasts, state } = await visit();
    answer('start', ...Array.from({ length: 99 }, () => 'unreachable' as const));
    upload(aFile('a.tif', 1));
    await pass(5_000);
    store.dispatch(cancelRequested());
    await pass(0);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual(['Upload was aborted.']);
    expect(state().status.kind).toBe('running');
  });

  it('does nothing if the queue is empty', async () => {
    const { store, pass, toasts, story } = await visit();
    store.dispatch(cancelRequested());
    await pass(0);
    expect(toasts()).toEqual([]);
    expect(story()).toEqual(['uploads/cancelRequested']);
  });

  it('accepts new files afterwards', async () => {
    const { upload, store, pass, completions } = await visit();
    upload(aFile('a.tif', bytesOfParts(9)));
    await pass(PUT_MS / 2);
    store.dispatch(cancelRequested());
    await pass(0);
    upload(aFile('b.tif', 1));
    await pass(10_000);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/b.tif' }]);
  });
});

describe('pausing the queue', () => {
  it('aborts parts in flight, keeps verified ones, and sends the rest after resuming', async () => {
    const { upload, store, operations, files, state, pass, ports, story } = await visit();
    upload(aFile('a.tif', bytesOfParts(5)));
    await pass(PUT_MS + PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(60_000);
    expect(operations.slice(2)).toEqual([
      ...['PUT 1', 'PUT 2', 'PUT 3', 'PUT 4'],
      ...['PUT 3 aborted', 'PUT 4 aborted'],
    ]);
    expect(state().status).toEqual({ kind: 'paused' });
    expect(files()).toMatchObject([{ progress: { phase: 'waiting', session: { uploadId: 'up-1' } } }]);
    expect(ports.recorded.unloadGuarded).toBe(true);
    operations.length = 0;
    store.dispatch(resumeRequested());
    await pass(60_000);
    expect(operations).toEqual(['urls 3', 'PUT 3', 'PUT 4', 'PUT 5', 'complete a.tif up-1']);
    expect(files()).toEqual([]);
    expect(story().filter((type) => /pause|resume|returnedToQueue/i.test(type))).toEqual([
      ...['uploads/pauseRequested', 'uploads/queuePaused', 'uploads/fileReturnedToQueue'],
      ...['uploads/resumeRequested', 'uploads/queueResumed', 'uploads/uploadResumed'],
    ]);
  });

  it.each([0, 1, 250, 500, 999, 1_000, 1_001, 1_500, 2_000])(
    'loses nothing and sends no verified part again if paused and resumed after %d ms',
    async (milliseconds) => {
      const { upload, store, operations, completions, files, pass } = await visit();
      upload(aFile('a.tif', bytesOfParts(4)), aFile('b.tif', 1));
      await pass(milliseconds);
      store.dispatch(pauseRequested());
      await pass(60_000);
      store.dispatch(resumeRequested());
      await pass(60_000);
      expect(files()).toEqual([]);
      expect(operations.filter((one) => one.startsWith('start'))).toEqual(['start a.tif', 'start b.tif']);
      const sent = operations.filter((one) => /^PUT \d$/.test(one)).length;
      const aborted = operations.filter((one) => one.endsWith('aborted')).length;
      expect(sent - aborted).toBe(5);
      expect(completions).toMatchObject([{ lastFile: false }, { lastFile: true }]);
    },
  );

  it('repeats the complete call, not the file, if paused during that call', async () => {
    const { upload, store, operations, files, pass, answer } = await visit();
    answer('complete', 'hanging');
    upload(aFile('a.tif', 1));
    await pass(10_000);
    expect(files()).toMatchObject([{ progress: { phase: 'completing' } }]);
    store.dispatch(pauseRequested());
    await pass(0);
    store.dispatch(resumeRequested());
    await pass(10_000);
    expect(operations.slice(2)).toEqual(['PUT 1', 'complete a.tif up-1', 'complete a.tif up-1']);
    expect(files()).toEqual([]);
  });

  it('starts no next, new or retried file until it is resumed', async () => {
    const { upload, store, operations, files, pass, answer } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1), aFile('b.tif', 1));
    await pass(PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(1_000);
    operations.length = 0;
    upload(aFile('c.tif', 1));
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(operations).toEqual([]);
    store.dispatch(resumeRequested());
    await pass(60_000);
    expect(files()).toEqual([]);
  });

  it('can be followed by cancelling, after which the queue runs again', async () => {
    const { upload, store, operations, files, state, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(3)));
    await pass(PUT_MS / 2);
    store.dispatch(pauseRequested());
    await pass(1_000);
    store.dispatch(cancelRequested());
    await pass(1_000);
    expect(operations.at(-1)).toBe('cancel a.tif up-1');
    expect(files()).toEqual([]);
    expect(state().status.kind).toBe('running');
    upload(aFile('b.tif', 1));
    await pass(10_000);
    expect(operations.at(-1)).toBe('complete b.tif up-2');
  });

  it('aborts an upload whose start was in flight when the queue was paused and cancelled', async () => {
    const { upload, store, operations, pass, server, files } = await visit();
    let answer: () => void = () => undefined;
    server.on('POST /upload/start', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { json: { uploadId: 'up-late' } };
    });
    upload(aFile('a.tif', 1));
    await pass(0);
    store.dispatch(pauseRequested());
    await pass(0);
    store.dispatch(cancelRequested());
    await pass(0);
    answer();
    await pass(1_000);
    expect(operations).toEqual(['cancel a.tif up-late']);
    expect(files()).toEqual([]);
  });

  it('pauses a queue that waits for the network', async () => {
    const { upload, store, pass, answer, files, state } = await visit();
    answer('start', 'unreachable');
    upload(aFile('a.tif', 1));
    await pass(5_000);
    store.dispatch(pauseRequested());
    await pass(60_000);
    expect(state().status).toEqual({ kind: 'paused' });
    store.dispatch(resumeRequested());
    await pass(5_000);
    expect(files()).toEqual([]);
  });

  it('does nothing if all files have failed', async () => {
    const { upload, store, pass, answer, story } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1));
    await pass(1_000);
    store.dispatch(pauseRequested());
    expect(story().at(-1)).toBe('uploads/pauseRequested');
  });
});

describe('presigned URLs', () => {
  it('never reach an action or the store', async () => {
    const { upload, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(4)));
    await pass(PUT_MS);
    const seen = JSON.stringify([testStore?.actions, testStore?.store.getState()]);
    expect(seen).toContain('up-1');
    expect(seen).not.toContain('storage.test');
  });
});
