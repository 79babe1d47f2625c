import { failureNotice } from '../../../src/domain/failures/failureNotice';
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
/** What the API and the storage answer whose disk is full. */
const FULL_DISK = { status: 507, json: { msg: 'The server has no disk space left for this.', code: 'DISK_FULL' } };
const FULL_STORAGE: PutFault = { kind: 'answered', status: 507, etag: null };
const MIB_64 = 64 * 1024 * 1024;
/** A storage that gives no answer: it is down, or the network is, or its CORS rules shut the page out. */
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

/** The app's store over a fake API and storage, with somebody signed in. */
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

describe('a file', () => {
  it('is started, sent part by part, completed with its checksum, and leaves the queue', async () => {
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

  it('that is empty is one empty part', async () => {
    const { upload, operations, completions, pass } = await visit();
    upload(aFile('empty.tif', 0));
    await pass(PUT_MS);
    expect(operations).toEqual(['start empty.tif', 'urls 1', 'PUT 1', 'complete empty.tif up-1']);
    expect(completions).toMatchObject([{ parts: [{ PartNumber: 1 }] }]);
  });

  it('has two parts on the wire at a time while nothing is known of the line', async () => {
    const { upload, mostOnTheWire, completions, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(8)));
    await pass(10 * PUT_MS);
    expect(mostOnTheWire()).toBe(2);
    expect(completions).toHaveLength(1);
  });

  it('asks for URLs when it needs them, and keeps those that came along', async () => {
    const { upload, operations, pass } = await visit({ urlsPerAnswer: 2 });
    upload(aFile('a.tif', bytesOfParts(5)));
    await pass(10 * PUT_MS);
    expect(operations.filter((one) => one.startsWith('urls'))).toEqual(['urls 1', 'urls 3', 'urls 5']);
  });

  it('goes up under the names of its folders', async () => {
    const { store, choose, pass, completions } = await visit();
    const file = choose(aFile('a.tif', 1), { webkitRelativePath: 'TC042/raw/a.tif', newName: 'b.tif' });
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
    await pass(2 * PUT_MS);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/raw/b.tif' }]);
  });

  it('that is larger than 10,000 parts is refused before anything is sent', async () => {
    const { upload, operations, files, toasts, pass } = await visit();
    upload(aFile('huge.tif', UPLOAD_MAX_BYTES + 1));
    await pass(60_000);
    expect(operations).toEqual([]);
    expect(files()).toEqual([]);
    expect(toasts()).toEqual(['huge.tif is too large and was left out: a file may have at most 625.00 GB.']);
  });

  it('shows what is on the wire every half second, and a part that is sent again counts once', async () => {
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

describe('a part', () => {
  it('that does not arrive as it was sent is sent again, with a fresh URL each time', async () => {
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

  it('is waited for twice as long before each further retry', async () => {
    const { upload, operations, pass, failPart } = await visit();
    failPart(1, 'wrong-etag', 'wrong-etag', 'wrong-etag');
    upload(aFile('a.tif', 10));
    const tries = () => operations.filter((one) => one === 'PUT 1').length;
    // The fake fraction of 0.5 makes the jitter nothing.
    for (const [index, waitMs] of [1_000, 2_000, 4_000].entries()) {
      await pass(PUT_MS);
      await pass(waitMs - 1);
      expect(tries()).toBe(index + 1);
      await pass(1);
      expect(tries()).toBe(index + 2);
    }
  });

  it('that fails four times fails its file, with a toast, and the queue goes on with the next file', async () => {
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

  it('whose ETag the page may not read fails the file at once', async () => {
    const { upload, operations, files, pass, failPart } = await visit();
    failPart(1, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations).toEqual(['start a.tif', 'urls 1', 'PUT 1']);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'etag-hidden' } } }]);
  });

  it('whose ETag stays the same and is never the MD5 is not sent again and again, and the reason is told', async () => {
    const { upload, operations, files, pass, failPart } = await visit();
    failPart(1, 'constant-etag', { kind: 'stalled' }, 'constant-etag', 'constant-etag');
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(operations.filter((one) => one === 'PUT 1')).toHaveLength(3);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'etag-no-hash' } } }]);
  });

  it('that gets no URL fails the file at once', async () => {
    const { upload, files, pass, answer } = await visit();
    answer('urls', { json: [] });
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { failure: { kind: 'bad-answer', endpoint: 'GET /upload/urls' } } }]);
  });
});

describe('retry', () => {
  it('keeps the parts that the server has, and the upload id', async () => {
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

  it('starts anew where the server has lost the upload', async () => {
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

  it('of all takes every failed file, and the last of them is the last again', async () => {
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

  it('of a failed file while others are sent makes it the last', async () => {
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

  it('of the last file, which had failed after all others were complete, says so that it is the last', async () => {
    const { upload, store, pass, failPart, completions } = await visit();
    failPart(2, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', 1), aFile('b.tif', bytesOfParts(2)));
    await pass(10_000);
    expect(completions).toMatchObject([{ key: 'acme/brains/TC042/a.tif', lastFile: false }]);
    store.dispatch(retryRequested({}));
    await pass(10_000);
    expect(completions.at(-1)).toMatchObject({ key: 'acme/brains/TC042/b.tif', lastFile: true });
  });

  it('of an upload that the server loses again and again ends in failure', async () => {
    const { upload, pass, answer, files } = await visit();
    answer('complete', LOST, LOST, LOST);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { code: 'NO_SUCH_UPLOAD' } } }]);
  });
});

describe('a lost answer to the call that completes a file', () => {
  const sendings = (operations: readonly string[]) => operations.filter((one) => /start|PUT/.test(one));

  it('is asked for again, and the file is not sent again', async () => {
    const { upload, operations, files, pass, answer, completions } = await visit();
    answer('complete', 'unreachable');
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(sendings(operations)).toEqual(['start a.tif', 'PUT 1']);
    expect(completions).toHaveLength(2);
    expect(files()).toEqual([]);
  });

  it.each<[string, FakeAnswer]>([
    ['no answer', 'unreachable'],
    ['a 502', { status: 502 }],
  ])('leaves it open after %s where the server then knows no such upload', async (_, lost) => {
    const { upload, operations, files, pass, answer } = await visit();
    answer('complete', lost, LOST);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(sendings(operations)).toEqual(['start a.tif', 'PUT 1']);
    expect(files()).toMatchObject([
      { progress: { phase: 'failed', failure: { kind: 'completion-unknown', fileName: 'a.tif' } } },
    ]);
  });

  it('leaves it to the person to have the file sent again', async () => {
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

describe('the queue', () => {
  it('sends one file after the other and says which is the last', async () => {
    const { upload, operations, completions, pass } = await visit();
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1));
    await pass(10_000);
    expect(operations.filter((one) => /start|complete/.test(one))).toEqual([
      ...['start a.tif', 'complete a.tif up-1', 'start b.tif', 'complete b.tif up-2'],
      ...['start c.tif', 'complete c.tif up-3'],
    ]);
    expect(completions).toMatchObject([{ lastFile: false }, { lastFile: false }, { lastFile: true }]);
  });

  it('has the lists on the screen fetched anew while files go up, but every 5 s at most, and at its end', async () => {
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

  it('lets the page have its turn between thousands of files that are gone from the disk', async () => {
    const { store, pass, files } = await visit();
    const gone = Array.from({ length: 100 }, (_, index) => ({ id: `gone-${index}`, name: `${index}.tif` }));
    const chosen = gone.map((one) => ({ ...one, size: 1, lastModified: 1, webkitRelativePath: '' }));
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: chosen }));
    const failed = () => files().filter(({ progress }) => progress.phase === 'failed').length;
    expect(failed()).toBeLessThan(50);
    await pass(1_000);
    expect(failed()).toBe(100);
  });

  it('goes on past files that are gone from the disk or have changed: it never takes them for a lost network', async () => {
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

  it('lets the files go when they are done, and keeps those that may be tried again', async () => {
    const { store, choose, pass, ports, loseFile } = await visit();
    loseFile('bad.tif');
    const [bad, good] = [choose(aFile('bad.tif', 1)), choose(aFile('good.tif', 1))];
    store.dispatch(uploadRequested({ keyPrefix: 'brains', files: [bad, good] }));
    await pass(10_000);
    expect(ports.files.get(bad.id)).toBeDefined();
    expect(ports.files.get(good.id)).toBeUndefined();
  });

  it('waits for the network, says so, spends no retry, and goes on when it comes back', async () => {
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
    ['without an answer', SILENT],
    ['that stands still', { kind: 'stalled' }],
  ])('waits for the network where a part %s is one of which the API says nothing either', async (_, fault) => {
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

  it('tries the network again every 10 s where the browser says nothing', async () => {
    const { upload, operations, pass, answer } = await visit();
    answer('start', 'unreachable', 'unreachable');
    upload(aFile('a.tif', 10));
    await pass(19_999);
    expect(operations).toEqual(['start a.tif', 'start a.tif']);
    await pass(1);
    expect(operations.slice(2)).toEqual(['start a.tif', 'urls 1', 'PUT 1']);
  });

  it('waits for the login of its owner and goes on with the parts it has', async () => {
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

  it("sends somebody else's files past those that wait for their owner", async () => {
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

  it('fails the file when the API refuses it, and tells to request an admin where it is forbidden', async () => {
    const { upload, pass, answer, files, toasts } = await visit();
    answer('start', { status: 403, json: { msg: 'no' } });
    upload(aFile('a.tif', 1));
    await pass(10_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'forbidden' } } }]);
    expect(toasts()).toEqual(['Error uploading file.', 'Forbidden access. Request admin to perform this action']);
  });

  it('sends nobody to an admin where it is the storage that refuses', async () => {
    const { upload, pass, failPart, files, toasts } = await visit();
    failPart(1, ...Array.from({ length: 4 }, (): PutFault => ({ kind: 'answered', status: 403, etag: null })));
    upload(aFile('a.tif', 1));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'url-refused', partNumber: 1 } } }]);
    expect(toasts()).toEqual(['Error uploading file.']);
    const words = [{ kind: 'url-refused', partNumber: 1 } as const, { kind: 'forbidden' } as const].map(failureNotice);
    expect(new Set(words.map(({ text }) => text)).size).toBe(2);
  });

  it.each([429, 503])('asks the API again when a %i says, and spends no retry on it', async (status) => {
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

describe('a storage that can not be used', () => {
  it('is never told as what the API forbids: an address that it refuses (403) is no matter for an admin', async () => {
    const { upload, files, pass, failPart, toasts } = await visit();
    const refused = { kind: 'answered', status: 403, etag: null } as const;
    failPart(1, refused, refused, refused, refused);
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(files()).toMatchObject([{ progress: { phase: 'failed', failure: { kind: 'url-refused', partNumber: 1 } } }]);
    expect(toasts()).toEqual(['Error uploading file.']);
  });

  it('while the API can be reached costs a part its retries, each with a fresh URL, and then fails the file', async () => {
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
    ['can not be reached', SILENT],
    ['refuses even fresh addresses', { kind: 'answered', status: 403, etag: null }],
    ['refuses every part', { kind: 'answered', status: 507, etag: null }],
    ['stands still', { kind: 'stalled' }],
    ['hides what it has received', { kind: 'answered', status: 200, etag: null }],
    ['returns no hashes', 'constant-etag'],
  ])('since it %s fails one file, then pauses the queue until a person resumes it', async (_, fault) => {
    const { upload, store, operations, files, pass, failPart, toasts, state } = await visit();
    failPart(1, ...Array.from({ length: 99 }, () => fault));
    upload(...['a', 'b', 'c', 'd'].map((name) => aFile(name, 1)));
    await pass(600_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting', 'waiting']);
    expect(state()).toMatchObject({ status: { kind: 'paused', fault: expect.anything() as unknown } });
    expect(toasts()).toEqual([
      'Error uploading file.',
      expect.stringMatching(/^The upload is paused: the storage takes no file\. .* Press resume to try again\.$/),
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
      'a part',
      ({ failPart }) => failPart(2, ...Array.from({ length: 4 }, () => FULL_STORAGE)),
      ['urls 2', 'PUT 2', 'complete a.tif up-1'],
    ],
    ['the whole', ({ answer }) => answer('complete', FULL_DISK), ['complete a.tif up-1']],
  ])('since its disk has no space for %s says so in the row, and goes on from there', async (_, script, rest) => {
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

  it('since its disk is full begins no file after another: it fails one, then pauses the queue', async () => {
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

  it('but has taken a part of the next file fails that file alone', async () => {
    const { upload, files, pass, failPart, state } = await visit();
    const refusal = { kind: 'answered', status: 200, etag: null } as const;
    failPart(2, refusal, refusal);
    upload(aFile('a.tif', bytesOfParts(2)), aFile('b.tif', bytesOfParts(2)), aFile('c.tif', 1));
    await pass(60_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'failed']);
    expect(state().status.kind).toBe('running');
  });

  it('fails a single file again that is tried again, without a pause', async () => {
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

describe('cancel', () => {
  it('stops the transfers, tells the server, empties the queue and says so', async () => {
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

  it('tells the server of failed files that it holds parts of, too', async () => {
    const { upload, store, operations, pass, failPart, files } = await visit();
    failPart(2, { kind: 'answered', status: 200, etag: null });
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(10_000);
    store.dispatch(cancelRequested());
    await pass(0);
    expect(operations.at(-1)).toBe('cancel a.tif up-1');
    expect(files()).toEqual([]);
  });

  it('tells the server of an upload whose start was still on its way', async () => {
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

  it('works while the queue waits for the network', async () => {
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

  it('does nothing where there is nothing', async () => {
    const { store, pass, toasts, story } = await visit();
    store.dispatch(cancelRequested());
    await pass(0);
    expect(toasts()).toEqual([]);
    expect(story()).toEqual(['uploads/cancelRequested']);
  });

  it('leaves a queue that takes new files', async () => {
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

describe('pause', () => {
  it('takes the parts off the wire, keeps the verified ones, and resume sends the rest', async () => {
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
    'and resume after %d ms loses nothing and sends no verified part again',
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

  it('in the middle of the call that completes a file repeats that call, not the file', async () => {
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

  it('begins no file, neither the next nor a new or a retried one, until it is resumed', async () => {
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

  it('can be followed by cancel, which tells the server and leaves a queue that runs', async () => {
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

  it('and cancel while the start of an upload is on its way tell the server of it once it has begun', async () => {
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

  it('works while the queue waits for the network', async () => {
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

  it('does nothing where nothing is left but failed files', async () => {
    const { upload, store, pass, answer, story } = await visit();
    answer('start', { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1));
    await pass(1_000);
    store.dispatch(pauseRequested());
    expect(story().at(-1)).toBe('uploads/pauseRequested');
  });
});

describe('secrets', () => {
  it('of the storage never reach an action or the store', async () => {
    const { upload, pass } = await visit();
    upload(aFile('a.tif', bytesOfParts(4)));
    await pass(PUT_MS);
    const seen = JSON.stringify([testStore?.actions, testStore?.store.getState()]);
    expect(seen).toContain('up-1');
    expect(seen).not.toContain('storage.test');
  });
});
