import { failureNotice } from '@data-manager/domain/failures/failureText';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { anOwner } from '../../support/builders';
import { aFile, bytesOfParts, PUT_MS, type PutFault } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

/** A storage that does not respond: it is down, the network is down, or its CORS rules block the page. */
const SILENT = { kind: 'unreachable' } as const;
const silence = (tries: number): PutFault[] => Array.from({ length: tries }, () => SILENT);

const pages = createReplayedPages();
const visit = () => openUploadPage(pages);

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
    const { upload, ports, pass, count } = await visit();
    const refreshes = () => count('api/invalidateTags');
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
    failPart(1, ...silence(3));
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

  it('retries after 10 s and then 20 s if the browser does not report that it is online', async () => {
    const { upload, operations, pass, answer } = await visit();
    answer('start', 'unreachable', 'unreachable');
    upload(aFile('a.tif', 10));
    await pass(29_999);
    expect(operations).toEqual(['start a.tif', 'start a.tif']);
    await pass(1);
    expect(operations.slice(2)).toEqual(['start a.tif', 'urls 1', 'PUT 1']);
  });

  it('sends every file after a proxy has answered calls and parts with its own pages', async () => {
    const { upload, files, pass, answer, failPart, state } = await visit();
    answer(
      'start',
      { status: 504, text: '<html>Gateway Timeout</html>' },
      { text: '<html>Sign in to the hotel</html>' },
    );
    failPart(1, { kind: 'intercepted' });
    answer('complete', { status: 403, text: '<html>Blocked</html>' });
    upload(aFile('a.tif', 10), aFile('b.tif', 10));
    await pass(5_000);
    expect(state().status).toEqual({ kind: 'waiting', reason: 'network' });
    await pass(60_000);
    expect(files()).toEqual([]);
  });

  it('a part that the storage has is not sent again, although its response was lost', async () => {
    const { upload, operations, files, pass, failPart } = await visit();
    failPart(1, 'answer-lost');
    upload(aFile('a.tif', 10));
    await pass(60_000);
    expect(files()).toEqual([]);
    expect(operations).toEqual(['start a.tif', 'urls 1', 'PUT 1', 'urls 1', 'complete a.tif up-1']);
  });

  it('pauses when the server fails a second file in the same way, and keeps that file', async () => {
    const { upload, files, pass, answer, state } = await visit();
    const refusal = { status: 403, json: { msg: 'read only' } };
    answer('start', refusal, refusal);
    upload(aFile('a.tif', 10), aFile('b.tif', 10), aFile('c.tif', 10));
    await pass(10_000);
    expect(state().status).toMatchObject({ kind: 'paused', fault: { kind: 'forbidden' } });
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting']);
  });

  it.each([400, 409, 413])('fails files whose names the server does not accept (%i), and goes on', async (status) => {
    const { upload, operations, files, pass, answer, state } = await visit();
    const refusal = { status, json: { msg: 'Not a valid key', code: 'INVALID' } };
    answer('start', refusal, refusal, refusal);
    upload(...['a', 'b', 'c', 'd'].map((name) => aFile(name, 1)));
    await pass(60_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'failed', 'failed']);
    expect(operations.at(-1)).toMatch(/^complete d /);
    expect(state().status.kind).toBe('running');
  });

  it('pauses if the server refuses a second file because it is asked too often, and says so', async () => {
    const { upload, files, pass, answer, toasts } = await visit();
    answer('start', ...Array.from({ length: 99 }, () => ({ status: 429, json: { msg: 'Too many requests' } })));
    upload(...['a', 'b', 'c'].map((name) => aFile(name, 1)));
    await pass(600_000);
    expect(files().map(({ progress }) => progress.phase)).toEqual(['failed', 'waiting', 'waiting']);
    expect(toasts().at(-1)).toBe(
      'The upload is paused: the server does not accept files. Too many requests. Press Resume to try again.',
    );
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
