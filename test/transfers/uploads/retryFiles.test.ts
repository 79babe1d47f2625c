import { retryRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createReplayedPages } from '../../replay/expectToReplay';
import { aFile, bytesOfParts, PUT_MS } from './fakeStorage';
import { openUploadPage } from './openUploadPage';

const LOST = { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } };

const pages = createReplayedPages();
const visit = () => openUploadPage(pages);

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
});

describe('a lost response to POST /upload/complete', () => {
  const sendings = (operations: readonly string[]) => operations.filter((one) => /start|PUT/.test(one));

  it('fails the file as completion-unknown after a 502 if the server then does not know the upload', async () => {
    const { upload, operations, files, pass, answer } = await visit();
    answer('complete', { status: 502 }, LOST);
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
