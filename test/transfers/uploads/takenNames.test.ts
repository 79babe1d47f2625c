import { retryRequested, takenNameRequested, uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { aFile, bytesOfParts } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

const TAKEN = { status: 409, json: { msg: 'A file with this name already exists.', code: 'EXISTS' } };
const FAILED = { progress: { phase: 'failed', failure: { kind: 'name-taken' } } };

const pages = createReplayedPages();

/** Opens a page of a server that can refuse to replace files. `upload` uploads files that were not on it. */
async function visit() {
  const page = await openUploadPage(pages, { knowsAbsent: true });
  const { store, choose } = page;
  const upload = (...files: File[]) => {
    const chosen = files.map((file) => choose(file, { onlyIfAbsent: true }));
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: chosen }));
  };
  const bodies = (call: string) =>
    page.server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body as object);
  return { ...page, upload, bodies };
}

describe('an upload of a file that was not on the server', () => {
  it('asks the server at the start and at the end not to replace a file', async () => {
    const { upload, pass, bodies, files } = await visit();
    upload(aFile('a.tif', 1));
    await pass(10_000);
    expect(bodies('POST /upload/start')).toMatchObject([{ onlyIfAbsent: true }]);
    expect(bodies('POST /upload/complete')).toMatchObject([{ onlyIfAbsent: true }]);
    expect(files()).toEqual([]);
  });

  it('does not ask if the user has chosen to replace the file', async () => {
    const { store, choose, pass, bodies } = await visit();
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [choose(aFile('a.tif', 1))] }));
    await pass(10_000);
    const [started, completed] = [bodies('POST /upload/start')[0], bodies('POST /upload/complete')[0]];
    expect([Object.keys(started ?? {}), completed]).toEqual([
      ['key'],
      expect.not.objectContaining({ onlyIfAbsent: true }),
    ]);
  });

  it.each(['start', 'complete'] as const)(
    'fails without a retry if a file has appeared at the %s',
    async (operation) => {
      const { upload, pass, answer, files, operations } = await visit();
      answer(operation, TAKEN);
      upload(aFile('a.tif', 1), aFile('b.tif', 1));
      await pass(60_000);
      expect(files()).toMatchObject([FAILED]);
      expect(operations.filter((one) => one.startsWith(`${operation} a.tif`))).toHaveLength(1);
      expect(operations.at(-1)).toBe(operation === 'start' ? 'complete b.tif up-1' : 'complete b.tif up-2');
    },
  );
});

describe('an upload that replaces a file', () => {
  it('asks the server to replace only the file that the user has seen, until the user decides again', async () => {
    const { store, choose, pass, answer, bodies, files } = await visit();
    answer('complete', TAKEN);
    const chosen = choose(aFile('a.tif', 1), { replaces: 'e1-1' });
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [chosen] }));
    await pass(60_000);
    expect(files()).toMatchObject([FAILED]);
    expect(bodies('POST /upload/start')).toMatchObject([{ replaces: 'e1-1' }]);
    expect(bodies('POST /upload/complete')).toMatchObject([{ replaces: 'e1-1' }]);
    store.dispatch(takenNameRequested({ decision: 'replace', id: files()[0]?.id ?? '' }));
    await pass(60_000);
    expect(bodies('POST /upload/complete').at(-1)).not.toHaveProperty('replaces');
    expect(files()).toEqual([]);
  });

  it('a replacing upload belongs to one act with the other files that the user replaces, which the server and the summary know', async () => {
    const { store, choose, pass, answer, bodies, files } = await visit();
    const chosen = ['a.tif', 'b.tif'].map((name) => choose(aFile(name, 1), { replaces: 'e1-1' }));
    store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: chosen }));
    await pass(60_000);
    const act = chosen[0]?.id ?? '';
    expect(bodies('POST /upload/start')).not.toContainEqual(expect.objectContaining({ act }));
    expect(bodies('POST /upload/complete')).toMatchObject([{ act }, { act }]);
    const key = (name: string) => `acme/brains/TC042/${name}`;
    expect(store.getState().uploads.done.replaced).toEqual({ [act]: [key('a.tif'), key('b.tif')] });

    answer('complete', TAKEN);
    store.dispatch(
      uploadRequested({ keyPrefix: 'brains/TC042', files: [choose(aFile('c.tif', 1), { onlyIfAbsent: true })] }),
    );
    await pass(60_000);
    const id = files()[0]?.id ?? '';
    store.dispatch(takenNameRequested({ decision: 'replace' }));
    await pass(60_000);
    expect(bodies('POST /upload/complete').at(-1)).toMatchObject({ act: id });
  });
});

describe('a file whose name is taken on the server', () => {
  it('replaces the other file without sending its parts again', async () => {
    const { upload, store, pass, answer, files, operations, bodies } = await visit();
    answer('complete', TAKEN);
    upload(aFile('a.tif', bytesOfParts(2)));
    await pass(60_000);
    operations.length = 0;
    store.dispatch(takenNameRequested({ decision: 'replace', id: files()[0]?.id ?? '' }));
    await pass(60_000);
    expect(operations).toEqual(['complete a.tif up-1']);
    expect(bodies('POST /upload/complete').at(-1)).not.toHaveProperty('onlyIfAbsent');
    expect(files()).toEqual([]);
  });

  it('is removed, and its parts are deleted on the server, if the user skips it', async () => {
    const { upload, store, pass, answer, files, operations, toasts } = await visit();
    answer('complete', TAKEN);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    store.dispatch(takenNameRequested({ decision: 'skip', id: files()[0]?.id ?? '' }));
    await pass(10_000);
    expect(files()).toEqual([]);
    expect(operations.at(-1)).toBe('cancel a.tif up-1');
    expect(toasts()).not.toContain('Uploads were aborted.');
  });

  it('is decided about together with all others, and other failed files are left alone', async () => {
    const { upload, store, pass, answer, files, operations } = await visit();
    answer('start', TAKEN, TAKEN, { status: 400, json: { msg: 'no' } });
    upload(aFile('a.tif', 1), aFile('b.tif', 1), aFile('c.tif', 1));
    await pass(60_000);
    operations.length = 0;
    store.dispatch(takenNameRequested({ decision: 'skip' }));
    await pass(10_000);
    expect(files()).toMatchObject([{ name: 'c.tif', progress: { phase: 'failed' } }]);
    expect(operations).toEqual([]);
  });

  it('is not replaced by a retry', async () => {
    const { upload, store, pass, answer, files, bodies } = await visit();
    answer('start', TAKEN, TAKEN);
    upload(aFile('a.tif', 1));
    await pass(60_000);
    store.dispatch(retryRequested({}));
    await pass(60_000);
    expect(files()).toMatchObject([FAILED]);
    expect(bodies('POST /upload/start')).toMatchObject([{ onlyIfAbsent: true }, { onlyIfAbsent: true }]);
  });
});
